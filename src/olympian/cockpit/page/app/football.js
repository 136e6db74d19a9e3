// What a footballer believes and sees.
import { h, button, rows } from "./dom.js";

const LEGEND = { it: "#e13c32", guesses: "#facd46", ball: "#ff8c1e", mates: "#3cc8d7", opponents: "#e150c8", others: "#999", truth: "#000" };
const KINDS = { 2: 0, 3: 1 };

export const makeFootball = (say) => {
  const now = rows();
  const pictures = ["the field from above", "what its camera sees"].map((alt) => h("img", { alt, className: "sight", hidden: true }));
  const element = h("div", {}, now.element, pictures[0],
    h("p", { className: "legend" }, Object.entries(LEGEND).map(([name, colour]) =>
      h("span", {}, h("i", { style: `background:${colour}` }), name))),
    pictures[1],
    h("div", { className: "act" }, button("Look where it is unsure", () => say({ do: "act", what: "unsure" }))));
  return {
    element,
    picture(kind, data) {
      const one = pictures[KINDS[kind]];
      if (!one) return;
      const url = URL.createObjectURL(new Blob([data], { type: "image/jpeg" })), before = one.src;
      one.onload = () => before && URL.revokeObjectURL(before);
      one.src = url;
      one.hidden = false;
    },
    show({ football }) { if (football) now.show(football); },
  };
};
