import { expect, test } from "vitest";
import { initials } from "./Avatar.tsx";

test("initials are up to two upper-case letters, or '??' without a name", () => {
  expect(
    ["Ada Lovelace", "ada  king lovelace", "Plato", " élodie ", "😀 x", "", "  ", null].map(
      initials,
    ),
  ).toEqual(["AL", "AK", "P", "É", "😀X", "??", "??", "??"]);
});
