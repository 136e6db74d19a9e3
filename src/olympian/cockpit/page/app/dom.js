// Small pieces of a page.
export const h = (tag, attributes = {}, ...children) => {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) one.addEventListener(name.slice(2), value);
    else if (name in one && name !== "list") one[name] = value;
    else if (value !== false && value !== null) one.setAttribute(name, value === true ? "" : value);
  }
  one.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return one;
};

// A section that folds, and remembers it.
export const fold = (title, open, ...children) => {
  const key = `olympian fold ${title}`;
  const kept = localStorage.getItem(key);
  const one = h("details", { className: "fold", open: kept === null ? open : kept === "open" },
    h("summary", {}, title), h("div", { className: "inside" }, ...children));
  one.addEventListener("toggle", () => localStorage.setItem(key, one.open ? "open" : "shut"));
  return one;
};

// Writes only what has changed: a browser has less to lay out.
export const write = (one, text) => {
  if (one.textContent !== text) one.textContent = text;
};

// A table of rows by name; the heights of rows never change, so nothing below them moves.
export const rows = (long = []) => {
  const list = h("dl", { className: "rows" });
  const cells = {};
  return {
    element: list,
    show(values) {
      for (const name of Object.keys(cells)) if (!(name in values)) write(cells[name], "–");
      for (const [name, value] of Object.entries(values)) {
        if (!cells[name]) {
          cells[name] = h("dd", { className: long.includes(name) ? "two" : "one" });
          list.append(h("dt", {}, name), cells[name]);
        }
        write(cells[name], String(value) || "–");
        if (cells[name].title !== String(value)) cells[name].title = String(value);
      }
    },
  };
};

export const button = (label, act, more = {}) =>
  h("button", { type: "button", onclick: act, ...more }, label);

export const field = (label, value, more = {}) => {
  const input = h("input", { type: "text", value, ariaLabel: label, ...more });
  return { element: h("label", { className: "field" }, h("span", {}, label), input), input };
};
