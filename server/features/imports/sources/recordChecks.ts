import { email } from "#contract/fields.ts";
import type { DateOrder } from "#contract/importMapping.ts";
import { IMPORT_NAME_LENGTH } from "#contract/importMapping.ts";
import { oneLine, storedText } from "#contract/storedText.ts";
import type { PlannedPerson } from "#server/features/imports/importedPeople.queries.ts";
import { plannedPerson } from "#server/features/imports/importedPeople.queries.ts";
import type { ImportPerson } from "./importRecord.ts";
import { readDate } from "./readDate.ts";

/** A record that cannot be imported. The message is for the admin. */
export class RecordProblem extends Error {}

/** Reads the optional fields of a record. A field that cannot be read is left out and reported. */
export class OptionalFields {
  /** Which fields are left out and why, as sentences for the admin. */
  readonly leftOut: string[];

  constructor(leftOut: readonly string[] = []) {
    this.leftOut = [...leftOut];
  }

  /** Returns the sentences as a part of an item's record, which lacks them if there are none. */
  get report(): { leftOut?: string[] } {
    return this.leftOut.length > 0 ? { leftOut: this.leftOut } : {};
  }

  /** Reports texts with characters that are not valid in the encoding of the file. */
  reportUnreadable(texts: readonly string[]): void {
    if (texts.some((text) => text.includes("\uFFFD")))
      this.leftOut.push("It contains characters that are not valid in the encoding of the file");
  }

  /** Returns the value that `read` returns, or null if `read` throws a `RecordProblem`. */
  read<T>(field: string, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      this.leftOut.push(`The ${field} is left out: ${error.message}`);
      return null;
    }
  }
}

/** The maximum length of a record's key in characters. */
const MAX_KEY = 200;
/**
 * The maximum length of an e-mail address in characters. It also limits the account's username,
 * which is derived from the address.
 */
const MAX_ADDRESS = 200;
const FIRST_YEAR = 1990;

/** Returns the first characters of a text as one line. */
export function excerptOf(text: string, max = 100): string {
  return oneLine(text.replaceAll("\0", "").slice(0, max).toWellFormed());
}

/**
 * Returns a text of 1 to `max` characters as it is stored.
 * @param name the text's name in the error message, as the subject of a sentence
 * @throws RecordProblem
 */
export function requireText(text: string, name: string, max: number): string {
  if (text.includes("\0")) throw new RecordProblem("The text contains a NUL character");
  const stored = storedText(text.toWellFormed());
  if (stored === "") throw new RecordProblem(`${name} is empty`);
  // Counts code points, as PostgreSQL does.
  if (stored.length > max && Array.from(stored).length > max)
    throw new RecordProblem(`${name} is longer than ${String(max)} characters`);
  return stored;
}

/** Returns a title or name. Spaces replace its line breaks and control characters. */
export function requireLine(text: string, name: string, max: number): string {
  return requireText(text.includes("\0") ? text : oneLine(text), name, max);
}

/** Returns a text of up to `max` characters, or null if it is empty. */
export function checkOptionalText(text: string | null, name: string, max: number): string | null {
  return text === null || storedText(text) === "" ? null : requireText(text, name, max);
}

export function requireKey(key: string): string {
  return requireText(key, "The id", MAX_KEY);
}

/** Returns the key of a record, or null if the record has no key. */
export function optionalKey(key: string | null | undefined): string | null {
  return key === null || key === undefined ? null : requireKey(key);
}

/** Returns the name of a status, category, board or topic, or null if it is empty. */
export function optionalName(name: string | null, kind: string): string | null {
  return name === null || oneLine(name) === ""
    ? null
    : requireLine(name, `The ${kind}`, IMPORT_NAME_LENGTH);
}

/**
 * Returns a date in ISO 8601, or null for an empty text.
 * @param order the order of day and month in the file; null if it is unknown
 * @throws RecordProblem
 */
export function optionalDate(text: string | null, order: DateOrder | null = null): string | null {
  if (text === null || text.trim() === "") return null;
  const date = readDate(text, order);
  if (date === "ambiguous") throw new RecordProblem("The order of day and month is not known");
  if (!date || date.getUTCFullYear() < FIRST_YEAR)
    throw new RecordProblem("The date is not like 2026-01-31 or 2026-01-31T12:00:00Z");
  if (date.getTime() > Date.now()) throw new RecordProblem("The date is in the future");
  return date.toISOString();
}

/**
 * Returns the account to create for a person, or null for a person without name and e-mail address.
 */
export function optionalPerson(
  person: ImportPerson | null,
  companyId: number,
): PlannedPerson | null {
  const name = person?.name ? excerptOf(person.name) : "";
  const given = person?.address?.trim() ?? "";
  if (given === "" && name === "") return null;
  const address = given === "" ? "" : requireAddress(given, name || "the person");
  const planned = plannedPerson({ address, name }, companyId);
  return person?.organisation ? { ...planned, organisation: person.organisation } : planned;
}

/**
 * Returns a person's e-mail address in the form in which accounts have it.
 * @param whose the person to whom the e-mail address belongs, for the message
 * @throws RecordProblem
 */
export function requireAddress(text: string, whose: string): string {
  const address = email.safeParse(text.replace(/^mailto:/i, ""));
  if (!address.success || address.data.length > MAX_ADDRESS)
    throw new RecordProblem(`The e-mail address of ${whose} is not valid`);
  return address.data;
}
