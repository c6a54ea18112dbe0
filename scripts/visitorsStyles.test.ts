import { expect, test } from "vitest";
import { keepUsedRules, listVisitorsChunks } from "./visitorsStyles.mjs";

test("visitors' chunks are all that the entry can load, without the other pages", () => {
  const manifest = {
    "web/app/main.tsx": {
      imports: ["_app.js"],
      dynamicImports: ["web/pages/FeedbackPage.tsx", "web/app/otherPages.ts"],
    },
    "_app.js": { dynamicImports: ["web/ui/Dialog.tsx"] },
    "web/pages/FeedbackPage.tsx": { imports: ["_app.js", "_pieces.js"] },
    "web/ui/Dialog.tsx": {},
    "_pieces.js": {},
    "web/app/otherPages.ts": { dynamicImports: ["web/pages/AdminUsersPage.tsx"] },
    "web/pages/AdminUsersPage.tsx": { imports: ["_table.js"] },
    "_table.js": {},
  };
  expect(listVisitorsChunks(manifest).toSorted()).toEqual([
    "_app.js",
    "_pieces.js",
    "web/app/main.tsx",
    "web/pages/FeedbackPage.tsx",
    "web/ui/Dialog.tsx",
  ]);
});

test("rules of classes that no script contains are removed", () => {
  const css = [
    "@layer base{p{margin:0}}",
    "@layer utilities{.p-1{padding:1px}.p-10{padding:10px}.md\\:p-1{@media (width>=48rem){padding:1px}}",
    "@media print{.print\\:hidden{display:none}}.\\[\\&_svg\\]\\:size-4 svg{width:1px}",
    ".before\\:content-\\[\\'a\\'\\]:before{content:'a'}:where(.space-y-4>*){margin:4px}}",
  ].join("");
  const kept = keepUsedRules(css, '`p-10 ${a?"md:p-1":""}`;"[&_svg]:size-4"');
  expect(kept).toContain("p{margin:0}");
  expect(kept).toContain(".p-10{");
  expect(kept).toContain(".md\\:p-1{");
  expect(kept).toContain("svg{width");
  expect(kept).toContain("before\\:content-");
  expect(kept).not.toContain(".p-1{");
  expect(kept).not.toContain("print");
  expect(kept).not.toContain("space-y-4");
});
