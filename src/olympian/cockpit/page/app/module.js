// The control module: what it decided and by which answers, who holds what, who was refused.
import { h, fold, rows } from "./dom.js";

export const makeModule = () => {
  const now = rows(["reason"]);
  const path = h("ol", { className: "path" });
  const owners = rows();
  const refused = h("div", { className: "refused" });
  const element = h("div", {}, now.element,
    fold("Decisions, from the first to what is done", true, path),
    fold("Who moves what", true, owners.element),
    fold("Refused", true, refused));
  return {
    element,
    show({ module: is }) {
      if (!is) return;
      now.show({ state: is.state, reason: is.reason, since: `${is.since.toFixed(2)} s` });
      path.replaceChildren(...is.path.map((one, depth) => h("li", { className: one.acts ? "acts" : "" },
        h("b", {}, one.name), one.answer ? h("em", {}, one.answer) : `since ${one.since.toFixed(1)} s`,
        h("small", {}, Object.entries(one.others).map(([answer, to]) => `${answer} → ${to}`).join(" · ")))));
      owners.show(Object.fromEntries(Object.entries(is.owners)
        .map(([part, owner]) => [part.replaceAll("_", " "), owner || "nobody: keeps its last goal"])));
      refused.replaceChildren(...(is.refused.length ? is.refused.map(([who, part, why, ticks]) =>
        h("p", {}, h("b", {}, `${who} ✗ ${part.replaceAll("_", " ")}`), ` ${why} `, h("small", {}, `${ticks} ticks`)))
        : [h("p", { className: "how" }, "nobody was refused anything")]));
    },
  };
};
