import { expect, test } from "vitest";
import { anItem } from "#web/testing/fixtures.ts";
import { mostSimilar, searchWords } from "./similarFeedback.ts";

const item = (id: number, title: string, votes = 0, description = "") =>
  anItem({ id, title, votes, description });

test("the search for similar feedback uses the three longest words that are not stop words", () => {
  expect(searchWords("Please add a dark mode for the mobile app, dark!")).toEqual([
    "mobile",
    "dark",
    "mode",
  ]);
  expect(searchWords("SSO")).toEqual(["sso"]);
  expect(searchWords("I want to be able to")).toEqual([]);
  expect(searchWords("Größe ändern")).toEqual(["ändern", "größe"]);
  // A word that is longer than the maximum length of a search is left out.
  expect(searchWords(`${"x".repeat(201)} export`)).toEqual(["export"]);
});

test("at most three similar items are listed, the most similar first and without duplicates", () => {
  const dark = item(1, "Dark mode", 5);
  const darkest = item(2, "DARK MODE on mobile");
  const chance = item(3, "Faster export", 90, "Also on mobile");
  const others = [item(4, "Dark theme", 9), item(5, "Dark icons", 1)];
  const found = [dark, darkest, chance, dark, ...others];
  expect(mostSimilar(["mobile", "dark", "mode"], found).map(({ id }) => id)).toEqual([2, 1, 4]);
});
