// Keys and buttons of the driving pad, reported to Python through a text field of the page.
(() => {
  const PERIOD_MS = 200; // how often held keys are reported again
  const TAIL = 5; // reports after the last change, should one be lost
  const KEEP = 16; // changes in a report
  const CHANNEL = "driver keys"; // label of the text field

  const field = () => {
    const label = [...document.querySelectorAll("label")].find((l) => l.textContent === CHANNEL);
    const row = label && label.closest("div").parentElement.parentElement;
    if (row) row.style.display = "none";
    return row && row.querySelector("input");
  };
  if (window.olympianPad) return window.olympianPad.begin();

  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  let page = "", number = 0, log = [], held = new Set(), tail = 0;
  const pad = () => document.querySelector("#olympian-pad");
  const button = (key) => pad()?.querySelector(`[data-key="${CSS.escape(key)}"]`);

  const send = () => {
    const input = field();
    if (!input) return;
    const now = performance.now().toFixed(0); // an input that does not change sends nothing
    write.call(input, [...log, ["=", ...held].join(","), now].join(" "));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const change = (sign, key) => {
    if (sign === "+" ? held.has(key) : !held.delete(key)) return;
    if (sign === "+") held.add(key);
    log = [...log, `${++number}${sign}${key}`].slice(-KEEP);
    tail = TAIL;
    mark();
    send();
  };
  const mark = () => {
    for (const one of document.querySelectorAll("[data-key]"))
      one.classList.toggle("down", held.has(one.dataset.key));
  };
  const begin = () => {
    field();
    if (pad() && pad().dataset.page !== page) {
      page = pad().dataset.page; // another session: what was pressed in the last one is over
      log = [];
      held.clear();
    }
    mark();
  };
  const releaseAll = () => [...held].forEach((key) => change("-", key));
  // While a show is on, any key or click is a report, even one that means nothing else.
  const takeOver = () => pad()?.dataset.show !== undefined && send();
  const keyOf = (event) => {
    const name = event.key === " " ? "space" : event.key.toLowerCase();
    return JSON.parse(pad()?.dataset.aliases ?? "{}")[name] ?? name;
  };
  const writing = (target) =>
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"));

  // On window and in the capture phase: the viewer moves its camera with the same keys.
  window.addEventListener("keydown", (event) => {
    const key = keyOf(event);
    if (writing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    takeOver();
    if (!button(key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) change("+", key);
  }, true);
  window.addEventListener("keyup", (event) => change("-", keyOf(event)), true);
  window.addEventListener("pointerdown", (event) => {
    takeOver();
    const one = event.target.closest?.("[data-key]");
    if (one) change("+", one.dataset.key);
  }, true);
  window.addEventListener("pointerup", releaseAll, true);
  window.addEventListener("pointercancel", releaseAll, true);
  window.addEventListener("blur", releaseAll);
  document.addEventListener("visibilitychange", () => document.hidden && releaseAll());
  setInterval(() => (held.size || tail-- > 0 ? send() : field()), PERIOD_MS); // hides a new field

  window.olympianPad = { begin };
  begin();
})();
