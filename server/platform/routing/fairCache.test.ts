import { expect, test } from "vitest";
import { FairCache } from "./fairCache.ts";

const filled = (maxBytes: number, ...keys: string[]) => {
  const cache = new FairCache<string, string>(maxBytes);
  // The first letter of a key is its owner.
  for (const key of keys) cache.set(key, key.charAt(0), { value: key, bytes: 10 });
  return cache;
};

const held = (cache: FairCache<string, string>, ...keys: string[]) =>
  keys.filter((key) => cache.get(key) !== undefined);

test("the cache entries of one owner can use all memory that the entries of other owners leave free", () => {
  expect(held(filled(40, "a1", "a2", "a3", "a4"), "a1", "a2", "a3", "a4")).toHaveLength(4);
});

test("a full cache evicts the least recently used entry of the owner with the most bytes", () => {
  const cache = filled(40, "a1", "a2", "a3", "b1");
  cache.get("a1");
  cache.set("b2", "b", { value: "b2", bytes: 10 });
  expect(held(cache, "a1", "a2", "a3", "b1", "b2")).toEqual(["a1", "a3", "b1", "b2"]);
});

test("an owner that adds many cache entries evicts no entry of an owner with fewer bytes", () => {
  const cache = filled(40, "b1", "b2");
  for (let count = 0; count < 1000; count += 1)
    cache.set(`a${String(count)}`, "a", { value: "a", bytes: 10 });
  expect(held(cache, "b1", "b2", "a998", "a999")).toEqual(["b1", "b2", "a998", "a999"]);
});

test("an entry that is larger than the whole cache is not stored in the cache", () => {
  const cache = filled(40, "a1");
  cache.set("b1", "b", { value: "b1", bytes: 41 });
  expect(held(cache, "a1", "b1")).toEqual(["a1"]);
});

test("the bytes of replaced and deleted entries no longer count toward the size of the cache", () => {
  const cache = filled(40, "a1", "a2");
  cache.set("a1", "b", { value: "a1", bytes: 5 });
  expect(cache.bytes).toBe(15);
  cache.delete("a1");
  cache.delete("a2");
  expect(cache.bytes).toBe(0);
});
