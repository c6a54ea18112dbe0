import { escapeHtml } from "#server/platform/text/escapeHtml.ts";

/** Escapes a text and turns text between backticks into code elements. */
export function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** Returns a preformatted block that can be scrolled horizontally, including by keyboard. */
export function block(text: string): string {
  return `<pre tabindex="0">${escapeHtml(text)}</pre>`;
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
