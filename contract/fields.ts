import * as z from "zod/mini";

/** PostgreSQL text holds neither NUL nor half a surrogate pair. */
const isStorable = (value: string) => !value.includes("\u0000") && value.isWellFormed();

/** Plain text, trimmed, of at least `min` and at most `max` characters (code points). */
export function text(name: string, min: number, max: number, tooShort?: string) {
  const shortMessage =
    tooShort ??
    (min === 1 ? `${name} is required` : `${name} must be at least ${String(min)} characters`);
  return z
    .string(shortMessage)
    .check(
      z.trim(),
      z.minLength(min, shortMessage),
      z.maxLength(max, `${name} must be at most ${String(max)} characters`),
      z.refine(isStorable, `${name} contains characters that cannot be stored`),
    );
}

/** An id in a path. Whatever is not a positive integer is answered like an unknown id: 404. */
export const idParam = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number));

/** An id in a query string. */
export const idQuery = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, "Must be a positive integer")),
  z.transform(Number),
);

/** An id in a body. */
export const idBody = z
  .number("Must be a positive integer")
  .check(
    z.int("Must be a positive integer"),
    z.positive("Must be a positive integer"),
    z.lt(1e15, "Must be a positive integer"),
  );

/** A moment as ISO 8601 in UTC, to the millisecond. */
export const timestamp = z.iso.datetime();

/** A work e-mail, which is the username (SPEC section 3). Compared without case. */
export const email = z
  .string("Invalid email format")
  .check(z.trim(), z.maxLength(254, "Invalid email format"), z.email("Invalid email format"));

/** SPEC section 5: full name. */
export const fullName = text("Full name", 2, 120);

/** SPEC section 5: company name. */
export const companyName = text("Company name", 2, 120);

/** DECISIONS "Accounts": 8 to 128 characters. Not trimmed. */
export const newPassword = z
  .string("Password is required")
  .check(
    z.minLength(8, "Password must be at least 8 characters"),
    z.maxLength(128, "Password must be at most 128 characters"),
  );

/** SPEC section 5: subdomain, lowercased on submit. */
export const subdomain = z
  .string("Subdomain must be at least 3 characters")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(3, "Subdomain must be at least 3 characters"),
    z.maxLength(63, "Subdomain must be less than 63 characters"),
    z.regex(
      /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
      "Subdomain can only contain lowercase letters, numbers, and hyphens, and cannot start or end with a hyphen",
    ),
  );

/** Text that may be left empty: null, undefined or blank all mean none. */
export function optionalText(name: string, max: number) {
  return z.pipe(
    z.optional(z.nullable(text(name, 0, max))),
    z.transform((value) => (value === undefined || value === "" ? null : value)),
  );
}

const INVALID_URL = "Please enter a valid URL";

const webUrl = z.string(INVALID_URL).check(
  z.trim(),
  z.maxLength(300, INVALID_URL),
  z.refine(isStorable, INVALID_URL),
  // What browsers would make an address of all the same: no slashes, too many, or others, or a line's end within.
  z.regex(/^https?:\/\/[^\s\\/][^\s\\]*$/i, INVALID_URL),
  z.url({ protocol: /^https?$/, error: INVALID_URL }),
  // A name before the host makes an address look like another's.
  z.refine((value) => !/^https?:\/\/[^/?#]*@/i.test(value), INVALID_URL),
);

/** Its message is what a form shows for the union below: react-hook-form's resolver takes that of a member. */
const noText = z.string(INVALID_URL).check(z.trim(), z.maxLength(0, INVALID_URL));

/** SPEC section 5: a company's website. http and https only, on any host, without credentials; empty means none. */
export const website = z.pipe(
  z.optional(z.nullable(z.union([noText, webUrl], INVALID_URL))),
  z.transform((value) => (value === undefined || value === "" ? null : value)),
);

/**
 * SPEC section 5: a host name with at least one dot and an alphabetic top-level part of two or more letters, lowercased; empty
 * means none.
 */
export const customDomain = z.pipe(
  z.nullable(
    z
      .string("Please enter a valid domain")
      .check(
        z.trim(),
        z.toLowerCase(),
        z.maxLength(253, "Please enter a valid domain"),
        z.regex(
          /^(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})?$/,
          "Please enter a valid domain",
        ),
      ),
  ),
  z.transform((value) => (value === "" ? null : value)),
);

/** Number of items on one page of a list: 20 by default, 100 at most (DECISIONS "Feedback"). */
export const pageLimit = z._default(
  z.pipe(
    z.string().check(z.regex(/^(?:[1-9]\d?|100)$/, "limit must be an integer from 1 to 100")),
    z.transform(Number),
  ),
  20,
);

/** What is looked for in a list: a literal substring without case; blank means everything. */
export const searchQuery = z.optional(
  z.pipe(
    z.string().check(
      z.trim(),
      z.maxLength(200, "Search must be at most 200 characters"),
      // U+001F stands between the texts that a search looks through.
      z.refine(
        (value) => isStorable(value) && !value.includes("\u001f"),
        "Search contains invalid characters",
      ),
    ),
    z.transform((value) => (value === "" ? undefined : value)),
  ),
);

/** An opaque position in a list, as an earlier answer gave it. */
export const pageCursor = z.optional(
  z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/, "Invalid cursor")),
);
