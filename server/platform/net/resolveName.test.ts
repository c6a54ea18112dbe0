import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import { lookUpName, resolveName } from "./resolveName.ts";

let names: NameServer;
beforeAll(async () => {
  names = await startNameServer();
});
afterEach(() => {
  names.isSilent = false;
});
afterAll(() => names.close());

const resolve = (name: string, options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  resolveName(name, { servers: [names.address], timeoutMs: 10_000, ...options });

test("a name has the addresses of both families, or those of the only one that it has", async () => {
  names.addresses.set("both.example", ["2001:db8::1", "192.0.2.1", "192.0.2.2"]);
  names.addresses.set("new.example", ["2001:db8::1"]);
  names.addresses.set("none.example", []);
  expect(new Set(await resolve("Both.example."))).toEqual(
    new Set(["192.0.2.1", "192.0.2.2", "2001:db8::1"]),
  );
  expect(await resolve("new.example")).toEqual(["2001:db8::1"]);
  for (const name of ["none.example", "unknown.example"])
    await expect(resolve(name)).rejects.toThrow("The name has no address");
});

test("while a name server is silent, the look-ups of other names get their threads", async () => {
  names.isSilent = true;
  const ending = new AbortController();
  const ended: unknown[] = [];
  const silent = Array.from({ length: 8 }, (_, index) =>
    resolve(`slow-${String(index)}.example`, { timeoutMs: 600_000, signal: ending.signal }).catch(
      (error: unknown) => ended.push(error),
    ),
  );
  expect(await lookUpName("localhost")).not.toEqual([]);
  expect(ended).toEqual([]);
  ending.abort();
  await Promise.all(silent);
  expect(ended).toHaveLength(8);
});

test("a look-up ends at the time limit", async () => {
  names.isSilent = true;
  await expect(resolve("slow.example", { timeoutMs: 200 })).rejects.toThrow(
    "The name servers do not answer",
  );
});

test.each(["localhost", "LOCALHOST.", "portal.localhost"])(
  "name servers are not asked for the name %s of this machine",
  async (name) => {
    names.questions = 0;
    await resolve(name).catch(() => undefined);
    expect(names.questions).toBe(0);
  },
);
