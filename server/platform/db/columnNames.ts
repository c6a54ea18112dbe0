const known = new Map<string, string>();

/** `created_at` → `createdAt`: the one place where the database's names become the contract's. */
export function camelCase(column: string): string {
  let name = known.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    known.set(column, name);
  }
  return name;
}
