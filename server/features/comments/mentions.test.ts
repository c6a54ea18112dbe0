import { expect, test } from "vitest";
import { mentionedIn } from "./mentions.policy.ts";

const TEAM = [
  { id: 1, fullName: "Maya", pictureUrl: null },
  { id: 2, fullName: "Maya Lindqvist", pictureUrl: null },
  { id: 3, fullName: "Tomás Herrera", pictureUrl: null },
  { id: 4, fullName: "Tomás Herrera", pictureUrl: null },
  { id: 5, fullName: null, pictureUrl: null },
];

test.each([
  ["Can you look, @Maya Lindqvist?", [2]],
  ["@maya, can you look?", [1]],
  ["@Maya Lind", [1]],
  ["@Mayall", []],
  ["maya@maya.example", []],
  ["(@TOMÁS  Herrera) and @Maya", [1, 3, 4]],
  ["@ Maya and @@Maya", [1]],
  ["No one", []],
  [`${"@@".repeat(300)}Maya`, [1]],
  [`${"@x ".repeat(199)}@Maya`, [1]],
  [`${"@x ".repeat(200)}@Maya`, []],
])("the text %j mentions the teammates %j", (text, ids) => {
  expect(mentionedIn(text, TEAM)).toEqual(ids);
});
