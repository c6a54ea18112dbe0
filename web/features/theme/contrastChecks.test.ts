import { expect, test } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { contrastChecks, ratioLabel } from "./contrastChecks.ts";

const warnings = (colors: Partial<typeof DEFAULT_BRANDING>) =>
  contrastChecks({ ...DEFAULT_BRANDING, ...colors }).filter(({ isWarning }) => isWarning);

test("the default brand colours have no contrast warning", () => {
  expect(warnings({})).toEqual([]);
});

test("an unreadable button text colour has a warning that names the replacement colour", () => {
  const [warning] = warnings({ primaryColor: "#fde047", buttonTextColor: "#ffffff" });
  expect(warning?.ratio).toBeLessThan(1.5);
  expect(warning?.remedy).toBe("Black is used instead.");
});

test("a primary colour that is unreadable as text on a light page is replaced by a darker shade for text", () => {
  const remedies = contrastChecks({ ...DEFAULT_BRANDING, primaryColor: "#fde047" }).map(
    ({ remedy }) => remedy,
  );
  expect(remedies).toContain("A darker shade is used for text.");
  expect(remedies).not.toContain("A lighter shade is used for text.");
});

test("a failing contrast ratio is never rounded up to a passing ratio", () => {
  expect(ratioLabel(4.4999)).toBe("4.4:1");
  expect(ratioLabel(21)).toBe("21.0:1");
});
