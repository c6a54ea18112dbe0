import { expect, test } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import { groupByItem, groupConsecutive } from "./NotificationList.tsx";

const list = [31, 31, 32, 31].map((feedbackId, id) => ({ id, feedbackId }) as Notification);
const idsOf = (groups: readonly (readonly Notification[])[]) =>
  groups.map((group) => group.map(({ id }) => id));

test("notifications are grouped by item, and the groups are in the order of each item's newest notification", () => {
  expect(idsOf(groupByItem(list))).toEqual([[0, 1, 3], [2]]);
});

test("only consecutive notifications of an item form a group in a paged list", () => {
  expect(idsOf(groupConsecutive(list))).toEqual([[0, 1], [2], [3]]);
});
