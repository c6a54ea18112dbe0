import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { RightsRow } from "#server/platform/access/context.queries.ts";
import type { LiveStream } from "./liveStream.ts";
import type { RightsWatchOptions } from "./rightsWatch.ts";
import { RightsWatch } from "./rightsWatch.ts";

/**
 * Maximum milliseconds between the end of a viewer's rights and the end of the viewer's stream
 * (docs/decisions/0009-live-updates.md).
 */
const END_WITHIN_MS = 5_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const RIGHTS: RightsRow = {
  companyId: 1,
  userId: 2,
  role: "user",
  homeCompanyId: 1,
  mustChangePassword: false,
  mustSetUpMfa: false,
};

/** Watches one open stream. */
function watchStream(listRights: RightsWatchOptions["listRights"]) {
  const end = vi.fn();
  const stream = {
    rightsKey: { name: "acme.localhost", subdomain: "acme", domain: null, tokenHash: null },
    hasSameRights: (rights: RightsRow | undefined) => rights === RIGHTS,
    end,
  } as unknown as LiveStream;
  const watch = new RightsWatch({ streams: () => [stream], listRights, onError: vi.fn() });
  onTestFinished(() => watch.close());
  return end;
}

test("a stream ends within 5 s after its viewer's rights have changed, and not before the change", async () => {
  let rights: RightsRow = RIGHTS;
  const end = watchStream(() => Promise.resolve([rights]));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(end).not.toHaveBeenCalled();
  rights = { ...RIGHTS, role: "company_admin" };
  await vi.advanceTimersByTimeAsync(END_WITHIN_MS);
  expect(end).toHaveBeenCalled();
});

test.each([
  ["does not end", () => new Promise<never>(() => undefined)],
  ["fails", () => Promise.reject(new Error("no connection"))],
] as const)(
  "a stream ends within 5 s if the check of its viewer's rights %s",
  async (_, listRights) => {
    const end = watchStream(listRights);
    await vi.advanceTimersByTimeAsync(END_WITHIN_MS);
    expect(end).toHaveBeenCalled();
  },
);
