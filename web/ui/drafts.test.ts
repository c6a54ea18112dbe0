import { afterEach, beforeEach, expect, test } from "vitest";
import { setDraftOwner, forgetDrafts, keepDraft, readDraft } from "./drafts.ts";

/** A storage for drafts. Its keys are its own properties, as in a browser. */
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

test("a draft can be read only by its owner", () => {
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

test("a draft written while signed out is readable by the next user, who owns the draft after changing it", () => {
  keepDraft("feedback:1", "before signing in");
  setDraftOwner(1);
  expect(readDraft("feedback:1")).toBe("before signing in");
  keepDraft("feedback:1", "before signing in, and after");
  setDraftOwner(2);
  expect(readDraft("feedback:1")).toBe("");
  setDraftOwner(1);
  expect(readDraft("feedback:1")).toBe("before signing in, and after");
});

test("a sent draft is deleted for its owner and for signed-out users, even if it was started while signed out", () => {
  keepDraft("feedback:1", "before signing in");
  setDraftOwner(1);
  keepDraft("feedback:1", "");
  expect(readDraft("feedback:1")).toBe("");
  setDraftOwner(null);
  expect(readDraft("feedback:1")).toBe("");
});

test("logging out deletes all drafts of the tab, and a browser without storage has no drafts", () => {
  setDraftOwner(1);
  keepDraft("comment:5", "unsent");
  forgetDrafts();
  expect(readDraft("comment:5")).toBe("");
  provide(undefined);
  keepDraft("comment:5", "unsent");
  expect(readDraft("comment:5")).toBe("");
});
