/** Returns the items in the order of `ids`. Items whose id is not in `ids` come last. */
export function applyOrder<Item extends { id: number }>(
  items: readonly Item[],
  ids: readonly number[],
): Item[] {
  const placed = ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return [...placed, ...items.filter(({ id }) => !ids.includes(id))];
}
