import type { ImportedFields } from "./sources/importRecord.ts";

/**
 * Returns the fields of an item after an import of a newer file, or undefined if no field changes.
 * A field that people have edited since the last import keeps its value.
 */
export function importedChanges(
  next: ImportedFields,
  last: ImportedFields,
  current: ImportedFields,
): ImportedFields | undefined {
  return pick(next, current, (field) => !isSame(field, next, last) && isSame(field, current, last));
}

/**
 * Returns the fields of an item after the undo of the import that changed it, or undefined if no
 * field changes. A field that people have edited since that import keeps its value.
 */
export function restoredFields(
  before: ImportedFields,
  after: ImportedFields,
  current: ImportedFields,
): ImportedFields | undefined {
  return pick(
    before,
    current,
    (field) => !isSame(field, before, after) && isSame(field, current, after),
  );
}

/**
 * Whether a field has the same value. Closings with the same reason and note are the same, because
 * some files contain no date. A missing closing stands for an open item.
 */
function isSame(field: keyof ImportedFields, one: ImportedFields, other: ImportedFields): boolean {
  if (field !== "closed") return (one[field] ?? null) === (other[field] ?? null);
  const [a, b] = [one.closed, other.closed];
  return (
    a?.reason === b?.reason &&
    a?.note === b?.note &&
    (a?.noteMarkdown ?? null) === (b?.noteMarkdown ?? null)
  );
}

/**
 * Returns `current` with the values of `from` in the fields for which `isTaken` returns true.
 * Returns undefined if there is no such field.
 */
function pick(
  from: ImportedFields,
  current: ImportedFields,
  isTaken: (field: keyof ImportedFields) => boolean,
): ImportedFields | undefined {
  const fields = (Object.keys(current) as (keyof ImportedFields)[]).filter(isTaken);
  if (fields.length === 0) return undefined;
  return { ...current, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}
