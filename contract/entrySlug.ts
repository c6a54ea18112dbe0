import * as z from "zod/mini";
import { proposeSlug } from "./boards.ts";

const SLUG_LENGTH = 80;
const INVALID_SLUG =
  "The address can only contain lowercase letters, numbers, and single hyphens between them, and needs a letter";

/** The last part of an entry's address. It is unique in the company. */
export const entrySlug = z
  .string("The address is required")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, "The address is required"),
    z.maxLength(SLUG_LENGTH, `The address must be at most ${String(SLUG_LENGTH)} characters`),
    z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, INVALID_SLUG),
    z.regex(/[a-z]/, INVALID_SLUG),
  );

/** Returns the default slug of an entry with this title. */
export function proposeEntrySlug(given: string): string {
  const proposed = proposeSlug(given);
  if (/[a-z]/.test(proposed)) return proposed;
  return proposed === "" ? "entry" : `entry-${proposed}`.slice(0, SLUG_LENGTH).replace(/-$/, "");
}
