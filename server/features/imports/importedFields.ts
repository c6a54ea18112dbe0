import type { ImportedFields } from "./sources/importRecord.ts";

/**
 * Returns the fields of an item after an import of a newer file, or undefined if no field changes.
 * A field that people have edited since the last import keeps its value.
 */
export function changedFields(
  next: ImportedFields,
  last: ImportedFields,
  current: ImportedFields,
): ImportedFields | undefined {
  const isNew = (field: keyof ImportedFields) =>
    next[field] !== last[field] && current[field] === last[field];
  return pick(next, current, isNew);
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
    (field) => before[field] !== after[field] && current[field] === after[field],
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
