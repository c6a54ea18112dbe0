import { createHash } from "node:crypto";
import { IMPORT_NAME_LENGTH } from "#contract/imports.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { ImportPerson } from "./importRecord.ts";

/** A record that cannot be imported. The message is for the admin. */
export class RecordProblem extends Error {}

/** The longest key of a record in its source. */
const MAX_KEY = 200;
/** The longest e-mail address, so that the account's username is not too long. */
const MAX_ADDRESS = 200;
const MAX_FULL_NAME = 100;
const FIRST_YEAR = 1990;

/** Returns a text that PostgreSQL can store, without the spaces around it. */
function storable(text: string): string {
  if (text.includes("\0")) throw new RecordProblem("The text contains a NUL character");
  return text.toWellFormed().trim();
}

/** Returns the start of a text for the report. */
export function excerptOf(text: string): string {
  return text.replaceAll("\0", "").slice(0, 100).toWellFormed().trim();
}

/**
 * Returns a text of 1 to `max` characters.
 * @param name what the text is, as the subject of a sentence
 */
export function requireText(text: string, name: string, max: number): string {
  const stored = storable(text);
  if (stored === "") throw new RecordProblem(`${name} is empty`);
  // The length as PostgreSQL counts it.
  if (stored.length > max && Array.from(stored).length > max)
    throw new RecordProblem(`${name} is longer than ${String(max)} characters`);
  return stored;
}

/** Returns a text of up to `max` characters, or null for an empty one. */
export function optionalText(text: string | null, name: string, max: number): string | null {
  return text === null || text.trim() === "" ? null : requireText(text, name, max);
}

export function requireKey(key: string): string {
  return requireText(key, "The id", MAX_KEY);
}

/** Returns the key of a record that need not be named, or null. */
export function optionalKey(key: string | null | undefined): string | null {
  return key === null || key === undefined ? null : requireKey(key);
}

/** Returns the name of a status, category or board, or null. */
export function optionalName(name: string | null, kind: string): string | null {
  return optionalText(name, `The ${kind}`, IMPORT_NAME_LENGTH);
}

const DATE =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Returns a date as ISO 8601. Only unambiguous dates are accepted. A date without zone is UTC. */
export function optionalDate(text: string | null): string | null {
  if (text === null || text.trim() === "") return null;
  const [, day, time = "00:00", zone = "Z"] = DATE.exec(text.trim()) ?? [];
  const date = new Date(`${day ?? ""}T${millisecondsOf(time)}${offsetOf(zone)}`);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < FIRST_YEAR)
    throw new RecordProblem("The date is not like 2026-01-31 or 2026-01-31T12:00:00Z");
  if (date.getTime() > Date.now()) throw new RecordProblem("The date is in the future");
  return date.toISOString();
}

const millisecondsOf = (time: string) => time.replace(/(\.\d{3})\d+$/, "$1");

function offsetOf(zone: string): string {
  if (/^(?:z|utc)$/i.test(zone)) return "Z";
  const [sign, digits] = [zone.slice(0, 1), zone.slice(1).replace(":", "").padEnd(4, "0")];
  return `${sign}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** The account of an imported person. */
export interface PlannedPerson {
  /** Identifies the person in the company: a hash of the address or, without one, of the name. */
  key: string;
  username: string;
  fullName: string | null;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");

/**
 * Returns the account of a person, or null for a person without name and address. The account's
 * username is not the address, so that nobody can register as the person, sign in, or get a mail
 * (docs/decisions/0048-importing.md). Addresses of `.invalid` exist nowhere (RFC 2606).
 */
export function optionalPerson(
  person: ImportPerson | null,
  companyId: number,
): PlannedPerson | null {
  const address = person?.address?.trim() ?? "";
  const name = person?.name ? excerptOf(person.name) : "";
  if (address === "" && name === "") return null;
  if (address !== "") requireAddress(address, name || "the person");
  const identity = address === "" ? `name:${usernameKey(name)}` : usernameKey(address);
  const key = hashOf(identity);
  const local =
    address === ""
      ? `name-${key
          .replaceAll(/[^a-z0-9]/gi, "")
          .slice(0, 32)
          .toLowerCase()}`
      : usernameKey(address).replace(/@(?=[^@]*$)/, "=");
  const username = `${local}@${String(companyId)}.imported.invalid`;
  const hasFullName = name.length >= 2 && Array.from(name).length <= MAX_FULL_NAME;
  return { key, username, fullName: hasFullName ? name : null };
}

/** @param whose whose address it is, for the message */
export function requireAddress(text: string, whose: string): string {
  if (text.length > MAX_ADDRESS || !/^[!-?A-~]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(text))
    throw new RecordProblem(`The e-mail address of ${whose} is not valid`);
  return text;
}
