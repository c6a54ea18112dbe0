import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { routes } from "#server/app/routes.ts";

/**
 * Fields that are no texts for people: secrets, addresses of existing accounts, and answers of the
 * portal that clients repeat.
 */
const OPAQUE = /password|^username$|^version$|^altcha$/i;

/** Fields whose texts may have several lines. */
const MANY_LINES =
  /^(?:description|content|body|comment|note|reason|answer|heroText|featureDescription\d|website)$/;

const FIELDS = routes.flatMap(({ endpoint: { method, path, body } }) =>
  Object.entries(shapeOf(body))
    .filter(([field]) => !OPAQUE.test(field))
    .map(([field, schema]) => ({ name: `${field} of ${method} ${path}`, field, schema })),
);

function shapeOf(body: z.ZodMiniType | undefined): Record<string, z.ZodMiniType> {
  const { shape } = (body?._zod.def ?? {}) as { shape?: Record<string, z.ZodMiniType> };
  return shape ?? {};
}

/** The fields that accept a text. */
const TEXTS = FIELDS.filter(({ schema }) => schema.safeParse("A text").success);

const INVISIBLE = ["\u200B", "\u3164", "\u2800", "\u202E", "\u00AD", "\uFEFF\u200D", " \u2060 "];

describe("texts in the bodies of all calls", () => {
  test("a text without a visible character is refused or stored as no text", () => {
    const accepted = TEXTS.flatMap(({ name, schema }) =>
      INVISIBLE.map((text) => ({ name, text, stored: schema.safeParse(text).data })),
    ).filter(({ stored }) => stored !== undefined && stored !== null && stored !== "");
    expect(accepted).toEqual([]);
  });

  test("a text is stored in NFC", () => {
    const decomposed = TEXTS.filter(
      ({ schema }) => schema.safeParse("Se\u0301curite\u0301").data !== "Sécurité",
    );
    expect(decomposed.map(({ name }) => name)).toEqual([]);
  });

  test("titles and names are refused with a line break or a control character", () => {
    const lines = TEXTS.filter(({ field }) => !MANY_LINES.test(field));
    expect(lines.length).toBeGreaterThan(30);
    for (const text of ["a\nb", "a\u0007b", "a\u001Bb", "a\u2028b"])
      expect(
        lines.filter(({ schema }) => schema.safeParse(text).success).map(({ name }) => name),
      ).toEqual([]);
  });
});
