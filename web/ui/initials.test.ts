import { expect, test } from "vitest";
import { initials } from "./initials.ts";

test("up to two first letters, upper case, or '??'", () => {
  expect(
    ["Ada Lovelace", "ada  king lovelace", "Plato", " élodie ", "😀 x", "", "  ", null].map(
      initials,
    ),
  ).toEqual(["AL", "AK", "P", "É", "😀X", "??", "??", "??"]);
});
