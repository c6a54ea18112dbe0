import type { ChangelogEntry } from "#contract/changelog.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";

/**
 * Returns an entry as HTML for feed readers, which show it outside of the portal: all addresses are
 * absolute. The completed items that everybody sees follow the text.
 */
export function entryHtml(
  { body, items }: Pick<ChangelogEntry, "body" | "items">,
  origin: string,
): string {
  const completed = items.filter(({ status }) => status === "complete");
  const list = completed.map(
    ({ id, title }) =>
      `<li><a href="${origin}/feedback/${String(id)}">${escapeHtml(title)}</a></li>`,
  );
  return (
    paragraphs(body) +
    (list.length > 0 ? `<p><b>Completed with this</b></p><ul>${list.join("")}</ul>` : "")
  );
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== "")
    .map((part) => `<p>${escapeHtml(part).replaceAll("\n", "<br>")}</p>`)
    .join("");
}
