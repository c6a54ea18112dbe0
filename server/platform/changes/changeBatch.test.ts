import { expect, test } from "vitest";
import type { Change } from "./change.ts";
import { ChangeBatch } from "./changeBatch.ts";

test("changes for different audiences (one user, all users, everyone) are not merged into one event", () => {
  const bell: Change = { companyId: 1, isPrivate: false, events: [{ kind: "notifications" }] };
  const changes: Change[] = [
    bell,
    { ...bell, userId: "any" },
    { ...bell, userId: "any", isPrivate: true },
    { ...bell, userId: 1 },
    { ...bell, userId: 2 },
  ];
  const batch = new ChangeBatch();
  for (const change of [...changes, ...changes]) batch.add(change);
  expect(batch.take()).toEqual([changes]);
});
