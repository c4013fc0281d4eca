// The news of one page, as they come: what was heard is added to the one live region, the other
// parts are replaced in silence. Without this script the page is read by reloading it.
"use strict";

const log = document.querySelector("[data-news]");
const list = log.querySelector("ol");
const MOST = 30;

function add(text, isAlert) {
  const item = document.createElement("li");
  item.textContent = text;
  if (isAlert) {
    item.className = "alert";
  }
  list.append(item);
  while (list.children.length > MOST) {
    list.firstElementChild.remove();
  }
  log.scrollTop = log.scrollHeight;
}

// A part is replaced only where it differs; whoever stands on a link in it stays on it.
function replace(id, part) {
  const place = document.getElementById(id);
  if (place === null || place.dataset.v === part.version) {
    return;
  }
  const focused = place.contains(document.activeElement) ? document.activeElement.id : "";
  place.dataset.v = part.version;
  place.innerHTML = part.html;
  begin(place);
  if (focused) {
    (document.getElementById(focused) || document.getElementById("news")).focus();
  }
}

function take(news) {
  for (const each of news.heard) {
    add(each.text, each.alert);
  }
  for (const [id, part] of Object.entries(news.parts)) {
    replace(id, part);
  }
}

function lost(isLost) {
  add(isLost ? log.dataset.stale : log.dataset.fresh, isLost);
}

// Times that run go on between two pieces of news, upwards or down to nothing.
const began = new WeakMap();

function begin(place) {
  for (const time of place.querySelectorAll("time[data-running]")) {
    began.set(time, performance.now());
  }
}

begin(document);
setInterval(() => {
  for (const time of document.querySelectorAll("time[data-running]")) {
    const passed = (performance.now() - began.get(time)) / 1000;
    const seconds = Math.max(Number(time.dataset.running) + time.dataset.step * passed, 0);
    const rest = String(Math.floor(seconds % 60)).padStart(2, "0");
    time.textContent = `${Math.floor(seconds / 60)}:${rest}`;
  }
}, 1000);

document.getElementById("reload").hidden = true;
log.scrollTop = log.scrollHeight;
new Follower(log.dataset.news, log.dataset.last, take, lost, () => true);
