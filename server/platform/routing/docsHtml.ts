const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as it is written in HTML, between tags or as an attribute's value. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/** Escaped text, with what stands between backticks as code. */
export function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** Long text that scrolls sideways, also by keyboard. */
export function block(text: string): string {
  return `<pre tabindex="0">${escapeHtml(text)}</pre>`;
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
