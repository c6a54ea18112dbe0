import { expect, test } from "vitest";
import { subdomain } from "#contract/fields.ts";
import { proposeSubdomain } from "./proposeSubdomain.ts";

test.each([
  ["Crème brûlée & Co", "creme-brulee-co"],
  ["Acme", "acme"],
  [" --Acme-- ", "acme"],
  ["long name ".repeat(5), "long-name-long-name-long-name-long-name"],
])("the name %j proposes the valid subdomain %s", (name, proposed) => {
  expect(proposeSubdomain(name)).toBe(proposed);
  expect(subdomain.parse(proposed)).toBe(proposed);
});

test.each(["", "HP", "株式会社", "!"])("the name %j proposes no subdomain", (name) => {
  expect(proposeSubdomain(name)).toBe("");
});
