/** The items in the wanted order. Ids that are gone are left out, items the order does not know come last. */
export function applyOrder<Item extends { id: number }>(
  items: readonly Item[],
  wanted: readonly number[],
): Item[] {
  const placed = wanted.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return [...placed, ...items.filter(({ id }) => !wanted.includes(id))];
}
