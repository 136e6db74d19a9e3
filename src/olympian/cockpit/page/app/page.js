// The page around the scene: a bar that is always there, and one tab at a time beside it.
import { h, button, write } from "./dom.js";
import { openLine } from "./line.js";
import { makeBar } from "./bar.js";
import { makeDrive } from "./drive.js";
import { makeHands } from "./hands.js";
import { makeView } from "./view.js";
import { makeJoints } from "./joints.js";
import { makeModule } from "./module.js";
import { makePlots } from "./plots.js";
import { makeWorld } from "./world.js";
import { makeFootball } from "./football.js";

const TABS = {
  drive: ["Drive", makeDrive],
  view: ["Robot", makeView],
  joints: ["Joints", makeJoints],
  module: ["Module", makeModule],
  plots: ["Plots", makePlots],
  world: ["World", makeWorld],
  football: ["Football", makeFootball],
};
const TOAST_MS = 6000;
const state = {}; // what the robot has told, by topic
let parts = {}, shown = sessionStorage.getItem("olympian tab") ?? "drive", connected = false;
let watchedJoint = "";

const line = openLine(hear, picture, (now) => {
  connected = now;
  document.body.classList.toggle("lost", !now);
  if (now) look();
  else hands.letGo();
});
const say = (message) => line.say(message);
const drives = () => connected && (state.seat?.drives ?? false);
const hands = makeHands(say, drives, state);
const bar = makeBar(say, toggleTheme);
const nav = h("nav", { role: "tablist" });
const body = h("section", { className: "tab" });
const panel = h("aside", { id: "olympian-panel" }, nav, body);
const caption = h("div", { id: "olympian-show", role: "status", hidden: true });
const toasts = h("div", { id: "olympian-toasts", role: "alert" });
const lost = h("div", { id: "olympian-lost", role: "alert" },
  "The connection is lost, and the robot was stopped. Trying again …");

function look() {
  say({ do: "look", tab: shown, hidden: document.hidden, joint: watchedJoint });
}

function hear(news) {
  Object.assign(state, news);
  if ("refused" in news) toast(news.refused);
  if ("about" in news) build();
  if ("seat" in news) document.body.classList.toggle("watching", !news.seat.drives);
  if ("bar" in news) {
    caption.hidden = !news.bar.show;
    write(caption, news.bar.show);
  }
  if ("bar" in news || "seat" in news) bar.show(state);
  hands.show(news);
  parts[shown]?.show(news);
}

function picture(data) {
  parts[shown]?.picture?.(new Uint8Array(data, 0, 1)[0], data.slice(1));
}

function build() {
  const names = Object.keys(TABS).filter((one) => one !== "football" || state.about.football);
  if (!names.includes(shown)) shown = "drive";
  nav.replaceChildren(...names.map((one) =>
    button(TABS[one][0], () => open(one), { role: "tab", id: `tab-${one}` })));
  parts = {};
  panel.dataset.page = state.about.page;
  document.title = `${state.about.robot} on ${state.about.world} · Olympian`;
  open(shown);
}

function open(name) {
  shown = name;
  sessionStorage.setItem("olympian tab", name);
  for (const one of nav.children) one.setAttribute("aria-selected", one.id === `tab-${name}`);
  // only what is open exists: nothing hidden is laid out or drawn
  parts = { [name]: TABS[name][1](say, state.about, hands, watch) };
  body.replaceChildren(parts[name].element);
  body.scrollTop = 0;
  parts[name].show(state);
  look();
}

function watch(joint) {
  watchedJoint = joint;
  look();
}

function toast(text) {
  const one = h("div", {}, text);
  toasts.replaceChildren(one, ...[...toasts.children].slice(0, 2));
  setTimeout(() => one.remove(), TOAST_MS);
}

function theme(name) {
  document.documentElement.dataset.theme = name;
}

function toggleTheme() {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("olympian theme", next);
  theme(next);
  parts[shown]?.show(state);
}

const chosen = new URLSearchParams(location.search).get("theme") ?? localStorage.getItem("olympian theme");
theme(chosen ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
document.body.classList.add("watching");
document.body.append(bar.element, panel, caption, toasts, lost);
document.addEventListener("visibilitychange", () => { hands.letGo(); look(); });
window.olympianLine = line;
