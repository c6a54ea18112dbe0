import type { Closing, ItemRecord } from "./importRecord.ts";

/** Names of statuses, in lower case, that other products give to items that will not be done. */
const CLOSED = new Set(["closed", "declined", "duplicate", "won't do", "will not implement"]);

/**
 * Returns the status of an item and how it was closed. In other products, a closed item has a
 * status such as `declined`. The status that it has here is unknown then, and null is returned.
 */
export function closingOf(
  status: string,
  answer: Omit<Closing, "reason">,
): Pick<ItemRecord, "status" | "closed"> {
  const name = status.trim().toLowerCase();
  if (!CLOSED.has(name)) return { status: status || null, closed: null };
  const reason = name === "duplicate" ? "duplicate" : "wont_do";
  return { status: null, closed: { reason, ...answer } };
}
