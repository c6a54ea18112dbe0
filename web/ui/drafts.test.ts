import { afterEach, beforeEach, expect, test } from "vitest";
import { setDraftOwner, forgetDrafts, keepDraft, readDraft } from "./drafts.ts";

/** A browser's storage, as far as drafts use it: its keys are its own properties. */
class TabStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

const provide = (value: unknown) =>
  Object.defineProperty(globalThis, "sessionStorage", { value, configurable: true });

beforeEach(() => provide(new TabStorage()));
afterEach(() => {
  setDraftOwner(null);
  provide(undefined);
});

test("only its author reads a draft", () => {
  setDraftOwner(1);
  keepDraft("comment:5", "of the first");
  setDraftOwner(2);
  expect(readDraft("comment:5")).toBe("");
  keepDraft("comment:5", "of the second");
  setDraftOwner(null);
  expect(readDraft("comment:5")).toBe("");
  setDraftOwner(1);
  expect(readDraft("comment:5")).toBe("of the first");
});

test("what nobody signed in has written is for who signs in, and theirs once they go on with it", () => {
  keepDraft("feedback:1", "before signing in");
  setDraftOwner(1);
  expect(readDraft("feedback:1")).toBe("before signing in");
  keepDraft("feedback:1", "before signing in, and after");
  setDraftOwner(2);
  expect(readDraft("feedback:1")).toBe("");
  setDraftOwner(1);
  expect(readDraft("feedback:1")).toBe("before signing in, and after");
});

test("what is sent is forgotten, whoever has begun it", () => {
  keepDraft("feedback:1", "before signing in");
  setDraftOwner(1);
  keepDraft("feedback:1", "");
  expect(readDraft("feedback:1")).toBe("");
  setDraftOwner(null);
  expect(readDraft("feedback:1")).toBe("");
});

test("logging out forgets all drafts of the tab, and a browser that keeps nothing has none", () => {
  setDraftOwner(1);
  keepDraft("comment:5", "unsent");
  forgetDrafts();
  expect(readDraft("comment:5")).toBe("");
  provide(undefined);
  keepDraft("comment:5", "unsent");
  expect(readDraft("comment:5")).toBe("");
});
