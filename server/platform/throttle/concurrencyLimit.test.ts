import { expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrencyLimit.ts";

test("an IP address can have as many open requests as the limit allows, and can open a new request for each request that has ended", () => {
  const limit = new ConcurrencyLimit(2);
  const release = limit.acquire("192.0.2.1");
  expect(limit.acquire("192.0.2.1")).not.toBeNull();
  expect(limit.acquire("192.0.2.1")).toBeNull();
  release?.();
  expect(limit.acquire("192.0.2.1")).not.toBeNull();
  expect(limit.acquire("192.0.2.1")).toBeNull();
  expect(limit.acquire("192.0.2.2")).not.toBeNull();
});

test("the addresses of an IPv6 /56 network together have four times the limit of a /64 network", () => {
  const limit = new ConcurrencyLimit(2);
  const held = Array.from({ length: 10 }, (_, index) =>
    limit.acquire(`2001:db8:0:${String(index)}::1`),
  );
  expect(held.filter((release) => release !== null)).toHaveLength(8);
  expect(limit.acquire("2001:db8:0:100::1")).not.toBeNull();
});

test("a refused request does not count toward the limits of its IP address and of its wider networks", () => {
  const limit = new ConcurrencyLimit(1);
  const release = limit.acquire("2001:db8::1");
  for (let attempt = 0; attempt < 100; attempt += 1) limit.acquire("2001:db8::1");
  release?.();
  expect(limit.acquire("2001:db8::1")).not.toBeNull();
  expect(limit.acquire("2001:db8:0:1::1")).not.toBeNull();
});
