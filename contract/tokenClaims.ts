import * as z from "zod/mini";
import { email, fullName, isStorable } from "./fields.ts";
import { isOneLine, oneLine } from "./storedText.ts";

// The messages say what is wrong with a token, for the developers of the application that signs it.

/**
 * A text that is only shown. A name that the portal would not take as it is must not keep its owner
 * out, so it is cleaned and cut, or left out.
 */
const shownText = (max: number) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value) => {
        if (typeof value !== "string" || value.length > 4 * max) return undefined;
        const clean = oneLine(value.toWellFormed());
        return Array.from(clean).slice(0, max).join("").trim() || undefined;
      }),
    ),
  );

/** The name of a person as others send it: cleaned and cut, or left out if nothing can be shown. */
export const shownName = z.pipe(
  shownText(120),
  z.transform((name) => (fullName.safeParse(name).success ? name : undefined)),
);

/** A text that identifies a person or an organisation, and is compared character by character. */
const identifier = (claim: string) => {
  const message = `\`${claim}\` must be a text of 1 to 200 characters, without control characters and without spaces around it.`;
  return z.string(message).check(
    z.minLength(1, message),
    z.maxLength(200, message),
    z.refine((value) => isStorable(value) && isOneLine(value) && value.trim() === value, message),
  );
};

const time = (claim: string) => z.number(`\`${claim}\` must be a time in seconds since 1970.`);

const NO_SPEND = "`company.monthlySpend` must be a number from 0 to 999999999999.";

/** The organisation for which a person works (`company` of a token). */
export const Organisation = z.object(
  {
    // Many applications number their customers.
    id: z.union([identifier("company.id"), z.pipe(z.int(), z.transform(String))], {
      error: "`company.id` must be a text of 1 to 200 characters, or a whole number.",
    }),
    name: shownText(200),
    plan: shownText(100),
    monthlySpend: z.optional(
      z.nullable(z.number(NO_SPEND).check(z.gte(0, NO_SPEND), z.lt(1e12, NO_SPEND))),
    ),
  },
  "`company` must be an object with an `id`.",
);
export type Organisation = z.output<typeof Organisation>;

/** What the token of a company's application says about its person. Other claims are ignored. */
export const TokenClaims = z.object({
  sub: identifier("sub"),
  email,
  iat: time("iat"),
  exp: time("exp"),
  jti: z.optional(identifier("jti")),
  name: z.optional(shownName),
  /** The address of a picture, for a person who has none. Others than those with https are ignored. */
  picture: z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value) =>
        typeof value === "string" && value.length <= 2000 && /^https:\/\/[^\s\\]+$/i.test(value)
          ? value
          : undefined,
      ),
    ),
  ),
  /** Null says that the person works for no organisation; without it, nothing changes. */
  company: z.optional(z.nullable(Organisation)),
});
export type TokenClaims = z.output<typeof TokenClaims>;
