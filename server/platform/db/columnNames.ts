const known = new Map<string, string>();

/**
 * Converts a column name to the contract's spelling: `created_at` becomes `createdAt`. The result
 * is cached.
 */
export function camelCase(column: string): string {
  let name = known.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    known.set(column, name);
  }
  return name;
}
