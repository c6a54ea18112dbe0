/**
 * Returns the end of a chart's axis for values up to `max`: 2, 4 or 10 times a power of ten, so
 * that the middle of the axis is an integer.
 */
export function axisTop(max: number): number {
  let unit = 1;
  while (unit * 10 < max) unit *= 10;
  return [2, 4, 10].map((step) => step * unit).find((top) => top >= max) ?? max;
}
