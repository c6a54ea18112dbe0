import { expect, test } from "vitest";
import { demoVoterNames } from "./demoVoterNames.ts";

test("the voters of two demo companies have different names, and adjacent voters have different first and last names", () => {
  const names = [...demoVoterNames(0, 150), ...demoVoterNames(150, 150)];
  expect(new Set(names).size).toBe(300);
  for (const [index, name] of names.slice(1).entries()) {
    const parts = new Set(names[index]?.split(" "));
    expect(name.split(" ").filter((part) => parts.has(part))).toEqual([]);
  }
});
