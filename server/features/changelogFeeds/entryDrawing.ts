import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { ElementContent, RootContent } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import type { ChangelogEntry } from "#contract/changelog.ts";
import { markdownTree } from "#contract/markdown/markdownTree.ts";
import { pictureAttributes } from "#contract/pictureAddress.ts";
import { FairCache } from "#server/platform/routing/fairCache.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";

type EntryContent = Pick<ChangelogEntry, "coverUrl" | "coverAlt" | "body" | "bodyFormat" | "items">;

/** Maximum size of all drawn texts in bytes, enough for the feeds of some 500 companies. */
const MAX_DRAWN_BYTES = 16 * 1024 * 1024;

/** Draws entries for feeds. Drawn texts are kept, because a feed contains the same texts each time. */
export class EntryDrawing {
  readonly #drawn = new FairCache<number, string>(MAX_DRAWN_BYTES);
  readonly #draw: (body: string) => string;

  constructor(draw = drawnMarkdown) {
    this.#draw = draw;
  }

  /**
   * Returns an entry as HTML for feed readers, which show it outside of the portal: all addresses are
   * absolute. The cover is first. The completed items that everybody sees follow the text.
   */
  async htmlOf(
    { coverUrl, coverAlt, body, bodyFormat, items }: EntryContent,
    { origin, companyId }: { origin: string; companyId: number },
  ): Promise<string> {
    const completed = items.filter(({ status }) => status === "complete");
    const list = completed.map(
      ({ id, title }) =>
        `<li><a href="${origin}/feedback/${String(id)}">${escapeHtml(title)}</a></li>`,
    );
    const cover = pictureAttributes(coverUrl ?? "");
    return (
      (cover
        ? `<p><img src="${origin}${cover.src}" width="${String(cover.width)}" height="${String(cover.height)}" alt="${escapeHtml(coverAlt ?? "")}"></p>`
        : "") +
      (bodyFormat === "markdown"
        ? (await this.#drawnOnce(body, companyId)).replaceAll(OWN_ADDRESS, `$1${origin}/`)
        : paragraphs(body)) +
      (list.length > 0 ? `<p><b>Completed with this</b></p><ul>${list.join("")}</ul>` : "")
    );
  }

  /** The text itself is the key, so a changed text is drawn again. */
  async #drawnOnce(body: string, companyId: number): Promise<string> {
    const key = `${String(companyId)} ${createHash("sha256").update(body).digest("base64url")}`;
    const known = this.#drawn.get(key);
    if (known !== undefined) return known;
    const value = this.#draw(body);
    // V8 stores two bytes per character if any character is not Latin-1.
    this.#drawn.set(key, companyId, { value, bytes: 2 * value.length + ENTRY_BYTES });
    // Other requests get the thread before the next text is drawn.
    await setImmediate();
    return value;
  }
}

/** Measured memory in bytes of a drawn text's key and map entries. */
const ENTRY_BYTES = 512;

/**
 * An attribute with an address of the portal: of a picture, or of the link to it. In texts and in the
 * values of attributes, quotation marks are escaped.
 */
const OWN_ADDRESS = /( (?:src|href)=")\//g;

function drawnMarkdown(body: string): string {
  const tree = markdownTree(body, { variant: "entry" });
  if (!tree) return paragraphs(body);
  for (const child of tree.children) keepOneSize(child);
  return renderToStaticMarkup(toJsxRuntime(tree, { Fragment, jsx, jsxs }));
}

/** Removes the addresses of other sizes from pictures, which feed readers do not need. */
function keepOneSize(node: RootContent | ElementContent): void {
  if (node.type !== "element") return;
  delete node.properties["srcSet"];
  delete node.properties["sizes"];
  for (const child of node.children) keepOneSize(child);
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== "")
    .map((part) => `<p>${escapeHtml(part).replaceAll("\n", "<br>")}</p>`)
    .join("");
}
