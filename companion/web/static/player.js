// A player's keypad: keys write the entry line, Enter sends it, what comes back is added to the two
// logs. Without this script the line is typed and sent as a form.
"use strict";

const you = document.getElementById("you");
const mine = you.closest("section");
const last = document.getElementById("last");
const words = document.getElementById("words");
const answer = document.getElementById("answer");
const table = document.getElementById("table");
const entry = document.getElementById("entry");
const line = document.getElementById("line");
const echo = document.getElementById("echo");
const aloud = document.getElementById("aloud");
const MOST = 40;
const LAST = 2;
const ALOUD = "companion-aloud";
const SHUT = 403;

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
  tell(entry.dataset.notSent, "");
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

for (const form of [answer, document.getElementById("entries")]) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter) {
      send(entry, event.submitter.value);
    }
  });
}

// What was ticked is kept where the browser lets pages keep something.
function readAloud() {
  table.setAttribute("aria-live", aloud.checked ? "polite" : "off");
}

aloud.addEventListener("change", () => {
  readAloud();
  try {
    localStorage.setItem(ALOUD, aloud.checked ? "yes" : "no");
  } catch {
    // Then it is forgotten.
  }
});

try {
  aloud.checked = localStorage.getItem(ALOUD) === "yes";
} catch {
  // Nothing is kept.
}

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

// For this player alone: the newest begins where it can be seen.
function tell(text, lang) {
  add(you, text, lang);
  newest(true);
}

function newest(isMine) {
  mine.classList.toggle("newest", isMine);
  words.scrollTop = 0;
  const item = you.querySelector("li:last-child");
  you.scrollTop = item ? item.offsetTop - you.offsetTop : 0;
}

// At the table: the last sentences stand by the entry line, all of them further down.
function tellTable(text, lang) {
  add(table, text, lang);
  const said = document.createElement("span");
  said.textContent = text;
  said.lang = lang;
  last.append(said, " ");
  while (last.children.length > LAST) {
    last.firstElementChild.remove();
  }
  newest(false);
}

function take(news) {
  for (const each of news.heard) {
    (each.mine ? tell : tellTable)(each.text, each.lang);
  }
  answer.classList.toggle("due", news.due);
  for (const [id, part] of Object.entries(news.parts)) {
    const place = document.getElementById(id);
    if (place.dataset.v !== part.version) {
      place.dataset.v = part.version;
      place.innerHTML = part.html;
    }
  }
}

function lost(isLost) {
  tell(isLost ? you.dataset.stale : you.dataset.fresh, "");
}

// An evening that was started anew has new codes: the page that asks for one says so.
async function may() {
  try {
    if ((await fetch(location.href)).status === SHUT) {
      location.reload();
      return false;
    }
  } catch {
    // Not there yet.
  }
  return true;
}

document.getElementById("reload").hidden = true;
document.getElementById("keypad").hidden = false;
readAloud();
newest(mine.classList.contains("newest"));
table.scrollTop = table.scrollHeight;
new Follower(you.dataset.news, you.dataset.last, take, lost, may);
