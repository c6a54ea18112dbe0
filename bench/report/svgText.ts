const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Returns an SVG text element with escaped content. */
export function svgText(x: number, y: number, text: string, attributes = ""): string {
  const escaped = text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? "");
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escaped}</text>`;
}
