const UNITS = ["kB", "MB", "GB"] as const;

/** Formats a number of bytes as a text such as '3.4 MB'. */
export function sizeLabel(bytes: number): string {
  if (bytes < 1_000) return `${String(bytes)} B`;
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value.toFixed(1)} ${UNITS[unit] ?? ""}`;
}
