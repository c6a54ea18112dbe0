import type { Element, Root, RootContent, ElementContent } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import type { ChangelogEntry } from "#contract/changelog.ts";
import { markdownTree } from "#contract/markdown/markdownTree.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";

/**
 * Returns an entry as HTML for feed readers, which show it outside of the portal: all addresses are
 * absolute. The completed items that everybody sees follow the text.
 */
export function entryHtml(
  { body, bodyFormat, items }: Pick<ChangelogEntry, "body" | "bodyFormat" | "items">,
  origin: string,
): string {
  const completed = items.filter(({ status }) => status === "complete");
  const list = completed.map(
    ({ id, title }) =>
      `<li><a href="${origin}/feedback/${String(id)}">${escapeHtml(title)}</a></li>`,
  );
  const tree = bodyFormat === "markdown" ? markdownTree(body, { variant: "entry" }) : null;
  return (
    (tree ? markup(tree, origin) : paragraphs(body)) +
    (list.length > 0 ? `<p><b>Completed with this</b></p><ul>${list.join("")}</ul>` : "")
  );
}

function markup(tree: Root, origin: string): string {
  for (const child of tree.children) makeAbsolute(child, origin);
  return renderToStaticMarkup(toJsxRuntime(tree, { Fragment, jsx, jsxs }));
}

/** Makes the addresses of pictures, and of the links to them, absolute. Other links always are. */
function makeAbsolute(node: RootContent | ElementContent, origin: string): void {
  if (node.type !== "element") return;
  const { properties, tagName }: Element = node;
  if (tagName === "img") {
    properties["src"] = `${origin}${String(properties["src"])}`;
    delete properties["srcSet"];
    delete properties["sizes"];
  }
  const { href } = properties;
  if (typeof href === "string" && href.startsWith("/")) properties["href"] = `${origin}${href}`;
  for (const child of node.children) makeAbsolute(child, origin);
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== "")
    .map((part) => `<p>${escapeHtml(part).replaceAll("\n", "<br>")}</p>`)
    .join("");
}
