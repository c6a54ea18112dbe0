import { expect, test } from "vitest";
import { avatarColors, initials } from "./Avatar.tsx";

test("initials are up to two upper-case letters, or '??' without a name", () => {
  expect(
    ["Ada Lovelace", "ada  king lovelace", "Plato", " élodie ", "😀 x", "", "  ", null].map(
      initials,
    ),
  ).toEqual(["AL", "AK", "P", "É", "😀X", "??", "??", "??"]);
});

test("a person's avatar always has the same colour, most persons have different ones, and an unknown person's is grey", () => {
  const names = ["Ada Lovelace", "Grace Hopper", "Plato", "Kim Lee"];
  expect(names.map(avatarColors)).toEqual(names.map((name) => avatarColors(` ${name} `)));
  expect(new Set(names.map((name) => avatarColors(name).ground)).size).toBe(names.length);
  expect([avatarColors(null), avatarColors(" ")]).toEqual([avatarColors(""), avatarColors("")]);
  expect(avatarColors("").ground).toBe("light-dark(oklch(0.91 0 0),oklch(0.36 0 0))");
});
