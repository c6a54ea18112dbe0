import type { ItemRecord } from "./importRecord.ts";

/** Names of statuses in other products for what the company will not do, in lower case. */
const CLOSED = new Set(["closed", "declined", "duplicate", "won't do", "will not implement"]);

/**
 * Returns the status of an item and how it was closed. Other products have statuses for items that
 * are closed here. Such an item keeps the default status.
 */
export function closingOf(
  status: string,
  answer: { note: string | null; at: string | null },
): Pick<ItemRecord, "status" | "closed"> {
  const name = status.trim().toLowerCase();
  if (!CLOSED.has(name)) return { status: status || null, closed: null };
  const reason = name === "duplicate" ? "duplicate" : "wont_do";
  return { status: null, closed: { reason, ...answer } };
}
