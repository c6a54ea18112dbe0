import { expect, test } from "vitest";
import { subdomain } from "#contract/fields.ts";
import { proposeSubdomain } from "./CompanyFields.tsx";

test.each([
  ["Crème brûlée & Co", "creme-brulee-co"],
  ["Acme", "acme"],
  [" --Acme-- ", "acme"],
  ["long name ".repeat(5), "long-name-long-name-long-name-long-name"],
])("for the company name %j, the valid subdomain %s is proposed", (name, proposed) => {
  expect(proposeSubdomain(name)).toBe(proposed);
  expect(subdomain.parse(proposed)).toBe(proposed);
});

test.each(["", "HP", "株式会社", "!"])("no subdomain is proposed for the name %j", (name) => {
  expect(proposeSubdomain(name)).toBe("");
});
