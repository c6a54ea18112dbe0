/**
 * The items in the order of `ids`. Unknown ids are ignored; items without an id in the list come
 * last.
 */
export function applyOrder<Item extends { id: number }>(
  items: readonly Item[],
  wanted: readonly number[],
): Item[] {
  const placed = wanted.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return [...placed, ...items.filter(({ id }) => !wanted.includes(id))];
}
