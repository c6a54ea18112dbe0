import { expect, test } from "vitest";
import { changesOf } from "./changesOf.ts";

test("an audit entry has the former and the new value of each field that differs", () => {
  const before = { name: "Ideas", description: null, isPrivate: false, order: [1] };
  expect(
    changesOf(before, { name: "Wishes", description: null, isPrivate: undefined, order: [1] }),
  ).toEqual({ name: { from: "Ideas", to: "Wishes" } });
});

test("a value that was never set is none in an audit entry", () => {
  const before: { website?: string } = {};
  expect(changesOf(before, { website: "https://acme.example" })).toEqual({
    website: { from: null, to: "https://acme.example" },
  });
  expect(changesOf(before, { website: null })).toEqual({});
});

test("long texts are cut in an audit entry, without dividing a character", () => {
  const { text } = changesOf({ text: "a" }, { text: "😀".repeat(201) });
  expect(text).toEqual({ from: "a", to: `${"😀".repeat(200)}…` });
});
