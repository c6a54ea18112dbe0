import type { Header } from "./backupRecords.ts";

/** `other` means that neither list of migrations is a prefix of the other list. */
export type Age = "same" | "older" | "newer" | "other";

/** Returns the age of the first list of migrations relative to the second list. */
export function ageOf(theirs: Header["migrations"], ours: Header["migrations"]): Age {
  const hasParted = theirs.some(({ name, checksum }, at) => {
    const other = ours[at];
    return other !== undefined && (other.name !== name || other.checksum !== checksum);
  });
  if (hasParted) return "other";
  if (theirs.length === ours.length) return "same";
  return theirs.length < ours.length ? "older" : "newer";
}
