import type { LiveEvent } from "#contract/events.ts";

/** A data change, as it is published to all processes of an installation. */
export interface Change {
  /** The company whose data changed; null if the data of any company may have changed. */
  readonly companyId: number | null;
  /**
   * Whether only viewers who may see private boards may notice the change. Other viewers must not
   * notice side effects either, such as an invalidated cache.
   */
  readonly isPrivate: boolean;
  /**
   * The user whose open pages get the events, or `any` for the pages of all signed-in users. If it
   * is absent, anonymous visitors get the events as well.
   */
  readonly userId?: number | "any";
  /** Events for open pages; empty if the change is not shown live. */
  readonly events: readonly LiveEvent[];
}

/** Represents any number of changes that may have been missed. */
export const EVERYTHING: Change = {
  companyId: null,
  isPrivate: false,
  events: [{ kind: "anything" }],
};

/**
 * Whether anonymous visitors may notice the change. Other changes must not invalidate cached
 * responses of anonymous visitors, because these visitors could infer a change from the time at
 * which a response is computed again.
 */
export function isForEveryone({ isPrivate, userId }: Change): boolean {
  return !isPrivate && userId === undefined;
}
