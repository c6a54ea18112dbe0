import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import { expect, test, vi } from "vitest";
import { LIVE_BEAT_MS } from "#contract/events.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { nextChange } from "./nextChange.ts";

test("nextChange ignores a stream's heartbeat and waits for the event of a vote", async () => {
  const portal = await startTestPortal();
  const company = await portal.company();
  const item = await portal.item(await portal.board(company));
  const voter = portal.visitor(company.host, await portal.user("user", company));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const app = await portal.anotherApp();
  const port = await listen(app);
  const request = get({
    host: "127.0.0.1",
    port,
    path: "/api/events",
    headers: { host: company.host },
    agent: false,
  });
  try {
    const [stream] = (await once(request, "response")) as [IncomingMessage];
    let text = "";
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    await vi.waitFor(() => expect(text).toContain("event: ready\n"));
    const changed = nextChange(stream);
    vi.advanceTimersByTime(LIVE_BEAT_MS);
    await vi.waitFor(() => expect(text).toContain("event: beat\n"));
    const before = performance.now();
    expect((await voter.post(`/api/feedback/${String(item.id)}/vote`)).status).toBe(200);
    expect(await changed).toBeGreaterThan(before);
    expect(text).toContain("event: changes\n");
  } finally {
    vi.useRealTimers();
    request.destroy();
  }
});
