import { expect, test } from "vitest";
import { LandingPageContent } from "#contract/landingPage.ts";
import { maxLengthOf } from "./maxLengthOf.ts";

test("the limits shown are those of the contract", () => {
  expect(maxLengthOf(LandingPageContent.shape.title)).toBe(120);
  expect(maxLengthOf(LandingPageContent.shape.heroText)).toBe(1000);
});
