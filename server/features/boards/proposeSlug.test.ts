import fc from "fast-check";
import { expect, test } from "vitest";
import { boardSlug, proposeSlug } from "#contract/boards.ts";

test.each([
  ["Feature Requests", "feature-requests"],
  ["  Größe & Übersicht!  ", "gro-e-ubersicht"],
  ["Café Crème", "cafe-creme"],
  ["API v2.1", "api-v2-1"],
  ["日本語", ""],
  ["---", ""],
])("the slug proposed for %j is %j", (name, slug) => {
  expect(proposeSlug(name)).toBe(slug);
});

test("a proposed slug is empty or accepted by the server", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: "binary", maxLength: 200 })),
      (name) => {
        const slug = proposeSlug(name);
        expect(slug === "" || boardSlug.safeParse(slug).data === slug).toBe(true);
      },
    ),
    { examples: [["a".repeat(79) + " b"], ["\ud800"], ["İstanbul"], ["K"]] },
  );
});
