/** A Markdown table; all columns but the first are numbers, to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, column) => (column === 0 ? "---" : "--:"));
  return [head, rule, ...rows].map(line).join("\n");
}
