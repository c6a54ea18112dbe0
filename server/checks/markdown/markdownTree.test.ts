import type { Nodes } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { expect, test } from "vitest";
import { payloads } from "../../../e2e/support/xss/payloads.ts";
import type { MarkdownOptions } from "#contract/markdown/markdownTree.ts";
import { markdownTree } from "#contract/markdown/markdownTree.ts";

function drawn(source: string, options?: MarkdownOptions): string {
  const tree = markdownTree(source, options);
  if (!tree) throw new Error("beyond the bounds");
  return renderToStaticMarkup(toJsxRuntime(tree, { Fragment, jsx, jsxs }));
}

const LINKED = `target="_blank" rel="nofollow ugc noopener"`;

test.each([
  ["~~gone~~ and ~one~", "<p><del>gone</del> and <del>one</del></p>"],
  ["first\nsecond  \nthird", "<p>first<br/>\nsecond<br/>\nthird</p>"],
  ["# Title\ntext", "<p><strong>Title</strong></p>\n<p>text</p>"],
  ["|a|b|\n|-|-|\n|1|2|", "<p>|a|b|<br/>\n|-|-|<br/>\n|1|2|</p>"],
  ["<b>bold</b> <!-- x -->", "<p>&lt;b&gt;bold&lt;/b&gt; &lt;!-- x --&gt;</p>"],
  ["<div>\n\n*a*", "<p>&lt;div&gt;</p>\n<p><em>a</em></p>"],
  [
    "- [x] one\n- [ ] two",
    `<ul>\n<li><input type="checkbox" disabled="" aria-label="Done" checked=""/> one</li>\n<li><input type="checkbox" disabled="" aria-label="Not done"/> two</li>\n</ul>`,
  ],
])(
  "%s is drawn as GFM says, with line breaks, without headings, tables and HTML",
  (source, html) => {
    expect(drawn(source)).toBe(html);
  },
);

test("entries have headings below the title of the page, and tables", () => {
  expect(drawn("# One\n\n###### Six", { variant: "entry" })).toBe("<h2>One</h2>\n<h6>Six</h6>");
  expect(drawn("| a | b |\n|:-:|--:|\n| 1 | `|` |", { variant: "entry" })).toContain(
    `<th style="text-align:center">a</th><th style="text-align:right">b</th>`,
  );
});

test.each([
  ["[x](https://a.example/b)", `<a href="https://a.example/b" ${LINKED}>x</a>`],
  ["<mailto:a@b.example>", `<a href="mailto:a@b.example" ${LINKED}>mailto:a@b.example</a>`],
  ["[](https://a.example)", `<a href="https://a.example" ${LINKED}>https://a.example</a>`],
  ["[x](javascript:alert(1)) [y](/admin) [z](//b.example)", "x y z"],
  ["[x](data:text/html,a) [y](ftp://a.example)", "x y"],
  ["mail a@b.example or www.a.example", "mail a@b.example or www.a.example"],
  [
    "*see* https://a.example/x_y_z*a*, now",
    `<em>see</em> <a href="https://a.example/x_y_z*a" ${LINKED}>https://a.example/x_y_z*a</a>*, now`,
  ],
  [
    "见 *https://a.example/路径* https://a.example/路径。",
    `见 <em><a href="https://a.example/%E8%B7%AF%E5%BE%84" ${LINKED}>https://a.example/路径</a></em> <a href="https://a.example/%E8%B7%AF%E5%BE%84" ${LINKED}>https://a.example/路径</a>。`,
  ],
])("%s links only to the web and to mail addresses", (source, html) => {
  expect(drawn(source)).toBe(`<p>${html}</p>`);
});

test("only a picture of the portal is drawn as a picture, with its size and its small form", () => {
  expect(drawn("![A chart](/pictures/abc-1/1600x900.webp)")).toBe(
    `<p><img src="/pictures/abc-1/1600x900.webp" srcSet="/pictures/abc-1/640.webp 640w, /pictures/abc-1/1600x900.webp 1600w" sizes="(min-width: 768px) 720px, 100vw" width="1600" height="900" alt="A chart" loading="lazy"/></p>`,
  );
  expect(drawn("![small](/pictures/a/320x200.webp)")).not.toContain("srcSet");
  expect(drawn("![x](https://b.example/x.png)")).toBe(
    `<p><a href="https://b.example/x.png" ${LINKED}>x</a></p>`,
  );
  for (const address of [
    "/logos/1/x",
    "/pictures/../a/1x1.webp",
    "/pictures/a/1x1.webp?x",
    "x.png",
  ])
    expect(drawn(`![x](${address})`), address).toBe("<p>x</p>");
});

test("a picture in a mail is a link to the portal", () => {
  expect(drawn("![](/pictures/a/9x9.webp)", { origin: "https://acme.example" })).toBe(
    `<p><a href="https://acme.example/pictures/a/9x9.webp" ${LINKED}>Picture</a></p>`,
  );
});

const ELEMENTS = new Set(
  "a blockquote br code del em hr img input li ol p pre strong ul h2 h3 h4 h5 h6 table thead tbody tr th td".split(
    " ",
  ),
);

/** Fails for an element, an attribute or an address that texts must not have. */
function expectHarmless(node: Nodes): void {
  if (node.type === "element") {
    expect(ELEMENTS).toContain(node.tagName);
    const { href, src, ...others } = node.properties;
    if (href !== undefined) expect(href).toMatch(/^(?:https?|mailto):/);
    if (src !== undefined) expect(src).toMatch(/^\/pictures\/[\w-]+\/\d+x\d+\.webp$/);
    expect(Object.keys(others).filter((name) => /^(?:on|style|id|name|class)/i.test(name))).toEqual(
      [],
    );
  } else expect(["root", "text"]).toContain(node.type);
  if ("children" in node) node.children.forEach(expectHarmless);
}

test("no payload of the XSS corpus gets markup or an address into the tree, wherever it stands", () => {
  for (const payload of payloads)
    for (const source of [
      payload,
      `[x](${payload})`,
      `[x](<${payload}>)`,
      `![${payload}](${payload})`,
      `<${payload}>`,
      `[x]: ${payload}\n\n[x] ![x]`,
      `\`\`\`${payload}\n${payload}`,
      `|${payload}|\n|-|\n|${payload}|`,
    ]) {
      const tree = markdownTree(source, { variant: "entry" });
      if (tree) expectHarmless(tree);
    }
});
