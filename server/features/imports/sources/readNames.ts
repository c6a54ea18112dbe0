/**
 * Returns the names in a cell, which is either a JSON array of texts or a list of names between
 * separators. Elements of the array that are no texts are left out.
 */
export function readNames(text: string, separator: RegExp): { names: string[]; leftOut: string[] } {
  const values = arrayIn(text) ?? text.split(separator);
  const names = values.flatMap((value) =>
    typeof value === "string" || typeof value === "number" ? String(value) : [],
  );
  const leftOut = names.length < values.length ? ["A tag is left out: It is no text"] : [];
  return { names: names.filter((name) => name !== ""), leftOut };
}

function arrayIn(text: string): unknown[] | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) ? values : undefined;
  } catch {
    // A cell that begins with a bracket is not always JSON, because the name of a tag can begin
    // with a bracket.
    return undefined;
  }
}
