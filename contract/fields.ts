import * as z from "zod/mini";
import { isOneLine, storedText, withoutBidiControls } from "./storedText.ts";

/** Whether PostgreSQL can store a text: it stores neither NUL nor half of a surrogate pair. */
export const isStorable = (value: string) => !value.includes("\u0000") && value.isWellFormed();

/** Creates the schema of a plain text with `min` to `max` characters (code points). */
export function text(name: string, min: number, max: number, tooShort?: string) {
  return textSchema(name, { min, max, tooShort }, storedText);
}

/**
 * Creates the schema of a title or name, which is one line. Fields of forms make spaces of pasted
 * line breaks, but not of tabs.
 */
export function line(name: string, min: number, max: number) {
  return textSchema(name, { min, max }, (given) =>
    storedText(withoutBidiControls(given).replaceAll("\t", " ")),
  ).check(z.refine(isOneLine, `${name} must be one line without control characters`));
}

function textSchema(
  name: string,
  { min, max, tooShort }: { min: number; max: number; tooShort?: string | undefined },
  stored: (given: string) => string,
) {
  const shortMessage =
    tooShort ??
    (min === 1 ? `${name} is required` : `${name} must be at least ${String(min)} characters`);
  return z.string(shortMessage).check(
    z.refine(isStorable, {
      error: `${name} contains characters that cannot be stored`,
      abort: true,
    }),
    z.overwrite(stored),
    z.minLength(min, shortMessage),
    z.maxLength(max, `${name} must be at most ${String(max)} characters`),
  );
}

/** An id in a path. A value that is not a positive integer gets the 404 of an unknown id. */
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

/**
 * The token with which `POST /api/undo/{token}` undoes the call, within a minute. Null if the call
 * has changed nothing that can be undone.
 */
export const undoToken = z.nullable(z.string());

export const exampleUndoToken = "kR3vJ0x8Qm2ZpT7bYc1LdWf6NhUa9EsGoXi4BtVyPqA";

/** A time in ISO 8601 (UTC, milliseconds). */
export const timestamp = z.iso.datetime();

/** The part of the class that browsers and Node share. */
declare const URL: {
  canParse(address: string): boolean;
  new (address: string): { readonly hostname: string };
};

/**
 * Returns a host name in lower case and in its ASCII form, in which DNS knows it. Returns other
 * texts unchanged.
 */
function asciiHost(host: string): string {
  // The URL parser reads and changes more than host names, such as ports and numbers.
  if (/[\s\p{Cc}!-,/:-@[-`{-~]/u.test(host)) return host;
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : host;
}

/** Returns an e-mail address with its domain in the form in which DNS knows it. */
export const withAsciiDomain = (address: string) =>
  address.replace(/@([^@]*)$/, (_, domain: string) => `@${asciiHost(domain)}`);

/**
 * A work e-mail address, which is the username (docs/specification.md "3. Entities and their
 * fields"): what browsers accept in `<input type="email">`, with a dot in the domain, and the domain
 * in its ASCII form. No address in `.invalid` receives mails. Comparisons ignore case.
 */
export const email = z
  .string("Invalid email format")
  .check(
    z.trim(),
    z.minLength(1, { error: "Email is required", abort: true }),
    z.overwrite(withAsciiDomain),
    z.maxLength(254, "Invalid email format"),
    z.regex(
      /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!invalid$)[a-z][a-z0-9-]{0,61}[a-z0-9]$/i,
      "Invalid email format",
    ),
  );

/** A full name (docs/specification.md "5. Validation rules"). */
export const fullName = line("Full name", 2, 120);

/** The path of a person's picture, which changes with the picture; null without a picture. */
export const pictureUrl = z.nullable(z.string());

/** A company name (docs/specification.md "5. Validation rules"). */
export const companyName = line("Company name", 2, 120);

/**
 * Which company the super admin has confirmed for the name in the admin user form. `companyId` is
 * the id of an existing company; `found` means that a new company is founded. Without either field,
 * an existing company with that name is used or, if there is none, a new company is created
 * (docs/product-decisions.md "Accounts").
 */
export const companyChoice = {
  companyId: z.optional(idBody),
  found: z.optional(z.literal(true, "found must be true or absent")),
};

/** A new password of 8 to 128 characters, not trimmed (docs/product-decisions.md "Accounts"). */
export const newPassword = z
  .string("Password is required")
  .check(
    z.minLength(8, "Password must be at least 8 characters"),
    z.maxLength(128, "Password must be at most 128 characters"),
  );

/** A subdomain, converted to lower case (docs/specification.md "5. Validation rules"). */
export const subdomain = z.string("Subdomain must be at least 3 characters").check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(3, "Subdomain must be at least 3 characters"),
  z.maxLength(63, "Subdomain must be less than 63 characters"),
  z.regex(
    /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
    "Subdomain can only contain lowercase letters, numbers, and hyphens, and cannot start or end with a hyphen",
  ),
  // Certificate authorities refuse such names, because they are reserved for encoded names.
  z.regex(/^(?!..--)/, "Subdomain cannot have hyphens in its third and fourth place"),
);

/**
 * Creates the schema of a text that is allowed to be empty. Null, undefined and blank texts become
 * null.
 */
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
  // Refuses mistakes in a URL that browsers silently correct: missing, extra or backward slashes,
  // and line breaks.
  z.regex(/^https?:\/\/[^\s\\/][^\s\\]*$/i, INVALID_URL),
  z.url({ protocol: /^https?$/, error: INVALID_URL }),
  // Credentials before the host can disguise the host: https://bank.example@evil.example.
  z.refine((value) => !/^https?:\/\/[^/?#]*@/i.test(value), INVALID_URL),
);

/**
 * An empty text. It has the same error message as the union, because react-hook-form's resolver
 * shows the message of a member of the union.
 */
const noText = z.string(INVALID_URL).check(z.trim(), z.maxLength(0, INVALID_URL));

/**
 * A company's website (docs/specification.md "5. Validation rules"): http or https, any host, no
 * credentials. An empty text becomes null.
 */
export const website = z.pipe(
  z.optional(z.nullable(z.union([noText, webUrl], INVALID_URL))),
  z.transform((value) => (value === undefined || value === "" ? null : value)),
);

/**
 * A custom domain (docs/specification.md "5. Validation rules"): a host name with at least one dot
 * and an alphabetic top-level domain of two or more letters, in lower case and in its ASCII form. An
 * empty text becomes null.
 */
export const customDomain = z.pipe(
  z.nullable(
    z
      .string("Please enter a valid domain")
      .check(
        z.trim(),
        z.toLowerCase(),
        z.overwrite(asciiHost),
        z.maxLength(253, "Please enter a valid domain"),
        z.regex(
          /^(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9]))?$/,
          "Please enter a valid domain",
        ),
      ),
  ),
  z.transform((value) => (value === "" ? null : value)),
);

function limitUpTo(max: number, usual: number) {
  const message = `limit must be an integer from 1 to ${String(max)}`;
  const isLimit = (value: string) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= max;
  return z._default(
    z.pipe(z.string().check(z.refine(isLimit, message)), z.transform(Number)),
    usual,
  );
}

/**
 * Maximum number of items in one page of a list: 1 to 100, by default 20 (docs/product-decisions.md
 * "Feedback").
 */
export const pageLimit = limitUpTo(100, 20);

/**
 * Maximum number of boards or categories in one page. The default is the default quota, so that
 * clients that request only one page get all boards and categories (docs/product-decisions.md
 * "Feedback").
 */
export const wholeListLimit = limitUpTo(200, 200);

/**
 * The search text of a list. It is a literal substring, compared ignoring case. A blank text
 * matches everything.
 */
export const searchQuery = z.optional(
  z.pipe(
    z.string().check(
      z.trim(),
      z.maxLength(200, "Search must be at most 200 characters"),
      // The search text must not contain U+001F, because this character separates the fields in the
      // indexed search text.
      z.refine(
        (value) => isStorable(value) && !value.includes("\u001f"),
        "Search contains invalid characters",
      ),
    ),
    z.transform((value) => (value === "" ? undefined : value)),
  ),
);

/**
 * An opaque position in a list, taken from an earlier response. The longest cursor contains a
 * company name of 120 characters, each of which takes up to six bytes in JSON.
 */
export const pageCursor = z.optional(
  z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1200}$/, "Invalid cursor")),
);
