import type { ImportedFields } from "./sources/importRecord.ts";

/**
 * Returns the values that an item gets from a newer file, or undefined if none of its values
 * changes. A value that people have changed here, which differs from that of the last import, stays.
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
 * Returns the values that an item gets back when the import that changed it is undone. A value that
 * people have changed since stays.
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

/** Returns `current` with the values of `from` in the fields that `isTaken` names. */
function pick(
  from: ImportedFields,
  current: ImportedFields,
  isTaken: (field: keyof ImportedFields) => boolean,
): ImportedFields | undefined {
  const fields = (Object.keys(current) as (keyof ImportedFields)[]).filter(isTaken);
  if (fields.length === 0) return undefined;
  return { ...current, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}
