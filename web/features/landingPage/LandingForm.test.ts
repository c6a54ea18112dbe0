import { expect, test } from "vitest";
import { LandingPageContent } from "#contract/landingPage.ts";
import { maxLengthOf } from "./LandingForm.tsx";

test("the maximum length of a landing page field is read from the contract", () => {
  expect(maxLengthOf(LandingPageContent.shape.title)).toBe(120);
  expect(maxLengthOf(LandingPageContent.shape.heroText)).toBe(1000);
});
