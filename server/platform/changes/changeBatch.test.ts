import { expect, test } from "vitest";
import type { Change } from "./change.ts";
import { changesForUsers } from "./change.ts";
import { ChangeBatch } from "./changeBatch.ts";

test("a batch combines equal changes, but not changes for different audiences (different users, everyone, admins)", () => {
  const bell: Change = { companyId: 1, isPrivate: false, events: [{ kind: "notifications" }] };
  const changes: Change[] = [
    bell,
    { ...bell, isPrivate: true },
    { ...bell, userIds: [1] },
    { ...bell, userIds: [1, 2] },
  ];
  const batch = new ChangeBatch();
  for (const change of [...changes, ...changes]) batch.add(change);
  expect(batch.take()).toEqual([changes]);
});

test("a change for many users with long ids is divided into messages that PostgreSQL accepts", () => {
  const highest = 2 ** 52;
  const userIds = Array.from({ length: 1000 }, (_, index) => highest - index);
  const changes = changesForUsers(highest, userIds, { kind: "notifications" });
  expect(changes.flatMap((change) => change.userIds)).toEqual(userIds);
  const batch = new ChangeBatch();
  for (const change of changes) batch.add(change);
  const batches = batch.take();
  expect(batches.flat()).toEqual(changes);
  for (const part of batches) expect(JSON.stringify(part).length).toBeLessThan(7_900);
});
