// The last half minute, drawn on canvases from rows of numbers.
import { h } from "./dom.js";

const SECONDS = 30, COLUMNS = 9, HIGH = 84;
const PLOTS = [
  ["joint [°]", { goal: 7, angle: 8 }],
  ["torso [°]", { roll: 1, pitch: 2 }],
  ["stability margin [mm]", { margin: 3 }],
  ["load on soles [N]", { left: 4, right: 5 }],
  ["hottest servo [°C]", { temperature: 6 }],
];
const COLOURS = ["#228be6", "#f08c00"];

export const makePlots = (say, about, hands, watch) => {
  let rows = new Float32Array(0), events = [];
  const names = Object.values(about.limbs).flat().map((one) => one.name);
  const kept = sessionStorage.getItem("olympian joint");
  const choice = h("select", { ariaLabel: "joint", onchange: () => {
    sessionStorage.setItem("olympian joint", choice.value);
    watch(choice.value);
  } }, names.map((one) => h("option", {}, one)));
  if (names.includes(kept)) choice.value = kept;
  const canvases = PLOTS.map(([title]) => h("canvas", { className: "plot", role: "img", ariaLabel: title }));
  const timeline = h("ol", { className: "events" });
  const element = h("div", {}, h("label", { className: "field" }, h("span", {}, "joint"), choice),
    ...canvases, h("h4", {}, "Events"), timeline);

  const draw = (canvas, [title, lines]) => {
    const wide = canvas.clientWidth;
    if (!wide) return;
    const dense = Math.min(2, devicePixelRatio || 1);
    if (canvas.width !== Math.round(wide * dense)) {
      canvas.width = Math.round(wide * dense);
      canvas.height = HIGH * dense;
    }
    const ink = canvas.getContext("2d"), style = getComputedStyle(canvas);
    ink.setTransform(dense, 0, 0, dense, 0, 0);
    ink.clearRect(0, 0, wide, HIGH);
    ink.font = "11px system-ui, sans-serif";
    const count = rows.length / COLUMNS, columns = Object.values(lines);
    let low = Infinity, high = -Infinity;
    for (let i = 0; i < count; i++) for (const column of columns) {
      const value = rows[i * COLUMNS + column];
      if (Number.isFinite(value)) { low = Math.min(low, value); high = Math.max(high, value); }
    }
    if (!(high > low)) { const middle = Number.isFinite(low) ? low : 0; low = middle - 1; high = middle + 1; }
    const end = count ? rows[(count - 1) * COLUMNS] : 0, left = 34, top = 16, bottom = HIGH - 4;
    const x = (t) => left + (wide - left - 2) * (1 - (end - t) / SECONDS);
    const y = (value) => bottom - (bottom - top) * (value - low) / (high - low);
    ink.strokeStyle = "#8884"; ink.lineWidth = 1;
    for (const event of events) if (event > end - SECONDS) line(ink, x(event), top, x(event), bottom);
    for (const value of [low, high]) line(ink, left, y(value), wide, y(value));
    ink.fillStyle = style.color; ink.textAlign = "right"; ink.textBaseline = "middle";
    for (const value of [low, high]) ink.fillText(short(value), left - 4, Math.min(bottom - 3, Math.max(top + 3, y(value))));
    ink.textAlign = "left";
    ink.fillText(title, 2, 7);
    let at = wide - 4;
    ink.textAlign = "right";
    Object.entries(lines).reverse().forEach(([name, column], index, all) => {
      const place = all.length - 1 - index, value = count ? rows[(count - 1) * COLUMNS + column] : 0;
      const text = `${name} ${Number.isFinite(value) ? value.toFixed(1) : "–"}`;
      ink.fillStyle = COLOURS[place];
      ink.fillText(text, at, 7);
      at -= ink.measureText(text).width + 10;
    });
    Object.values(lines).forEach((column, place) => {
      ink.strokeStyle = COLOURS[place]; ink.lineWidth = 1.4;
      ink.beginPath();
      for (let i = 0; i < count; i++) {
        const value = rows[i * COLUMNS + column];
        if (Number.isFinite(value)) ink.lineTo(x(rows[i * COLUMNS]), y(value));
      }
      ink.stroke();
    });
  };
  const line = (ink, x0, y0, x1, y1) => { ink.beginPath(); ink.moveTo(x0, y0); ink.lineTo(x1, y1); ink.stroke(); };
  const short = (value) => Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1);
  const redraw = () => canvases.forEach((canvas, index) => draw(canvas, PLOTS[index]));

  setTimeout(() => watch(choice.value));
  return {
    element,
    get seconds() { return rows.length / COLUMNS / 10; },
    picture(kind, data) {
      if (kind !== 1) return;
      const anew = new Uint8Array(data)[0] === 1, fresh = new Float32Array(data.slice(1));
      const before = anew ? new Float32Array(0) : rows, most = SECONDS * 10 * COLUMNS;
      const all = new Float32Array(before.length + fresh.length);
      all.set(before); all.set(fresh, before.length);
      rows = all.length > most ? all.slice(all.length - most) : all;
      element.dataset.rows = rows.length / COLUMNS;
      redraw();
    },
    show({ log }) {
      if (!log) return;
      events = log.map((one) => parseFloat(one));
      timeline.replaceChildren(...log.slice(-14).reverse().map((one) => h("li", {}, one.trim())));
      redraw();
    },
  };
};
