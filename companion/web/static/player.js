// A player's keypad: keys write the entry line, Enter sends it, what comes back is added to the two
// logs. Without this script the line is typed and sent as a form.
"use strict";

const you = document.getElementById("you");
const table = document.getElementById("table");
const entry = document.getElementById("entry");
const line = document.getElementById("line");
const echo = document.getElementById("echo");
const aloud = document.getElementById("aloud");
const MOST = 40;
const SHUT = 403;
let last = Number(you.dataset.last);
let stale = false;

const names = new Map();
for (const key of document.querySelectorAll("[data-sign]")) {
  const hidden = key.querySelector("[aria-hidden]");
  const text = key.textContent.trim();
  names.set(key.dataset.sign, hidden ? text.slice(hidden.textContent.length).trim() : text);
  key.addEventListener("click", () => write(key.dataset.sign));
}

// Said anew even if it is the same as before: two equal keys are two keys.
function say(text) {
  const said = document.createElement("span");
  said.textContent = text;
  echo.replaceChildren(said);
}

function told(text) {
  return [...text].map((sign) => names.get(sign) || sign).join(", ");
}

// The table's voice is silent at a key; if that does not get through, it goes on.
function hush() {
  fetch(entry.dataset.key, { method: "POST" }).catch(() => {});
}

function write(sign) {
  hush();
  if (line.value.length < line.maxLength) {
    line.value += sign;
    say(names.get(sign));
  }
}

function rest() {
  say(line.value ? told(line.value) : entry.dataset.empty);
}

document.getElementById("back").addEventListener("click", () => {
  line.value = line.value.slice(0, -1);
  rest();
});

document.getElementById("clear").addEventListener("click", () => {
  line.value = "";
  rest();
});

async function send(form, text) {
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "text/plain" },
      body: new URLSearchParams({ line: text }),
    });
    if (answer.ok) {
      return true;
    }
    if (answer.status === SHUT) {
      location.reload();
    }
  } catch {
    // Told below.
  }
  say(entry.dataset.notSent);
  return false;
}

entry.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = line.value;
  line.value = "";
  if (!(await send(entry, text)) && !line.value) {
    line.value = text;
  }
});

document.getElementById("entries").addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter) {
    send(entry, event.submitter.value);
  }
});

aloud.addEventListener("change", () => {
  table.setAttribute("aria-live", aloud.checked ? "polite" : "off");
});

function add(log, text, lang) {
  const list = log.querySelector("ol");
  const item = document.createElement("li");
  item.textContent = text;
  if (lang) {
    item.lang = lang;
  }
  list.append(item);
  while (list.children.length > MOST) {
    list.firstElementChild.remove();
  }
  log.scrollTop = log.scrollHeight;
}

function listen() {
  const source = new EventSource(`${you.dataset.news}?after=${last}`);
  source.addEventListener("news", (event) => {
    const news = JSON.parse(event.data);
    if (stale) {
      stale = false;
      add(you, you.dataset.fresh, "");
    }
    for (const each of news.heard) {
      add(each.mine ? you : table, each.text, each.lang);
    }
    last = news.last;
    for (const [id, part] of Object.entries(news.parts)) {
      const place = document.getElementById(id);
      if (place.dataset.v !== part.version) {
        place.dataset.v = part.version;
        place.innerHTML = part.html;
      }
    }
  });
  source.addEventListener("error", () => {
    if (!stale) {
      stale = true;
      add(you, you.dataset.stale, "");
    }
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(listenAgain, 2000);
    }
  });
}

// An evening that was started anew has new codes: the page that asks for one says so.
async function listenAgain() {
  try {
    if ((await fetch(location.href)).status === SHUT) {
      location.reload();
      return;
    }
  } catch {
    // Not there yet.
  }
  listen();
}

document.getElementById("reload").hidden = true;
document.getElementById("keypad").hidden = false;
you.scrollTop = you.scrollHeight;
table.scrollTop = table.scrollHeight;
listen();
