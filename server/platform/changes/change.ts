import type { LiveEvent } from "#contract/events.ts";

/** A data change, as it is published to all processes of an installation. */
export interface Change {
  /** The company whose data changed; null if the data of any company has possibly changed. */
  readonly companyId: number | null;
  /**
   * Whether only viewers with access to private boards are allowed to notice the change. Other
   * viewers must not notice side effects either, such as an invalidated cache.
   */
  readonly isPrivate: boolean;
  /**
   * The users whose open pages get the events, at most `MAX_USERS`. If undefined, the events are
   * not limited to single users, so anonymous visitors can get them as well. The ids never leave
   * the server.
   */
  readonly userIds?: readonly number[];
  /** Events for open pages; empty if the change is not shown live. */
  readonly events: readonly LiveEvent[];
}

/**
 * Maximum number of users of a change. The ids must fit into a message of PostgreSQL, which has at
 * most 8,000 bytes.
 */
const MAX_USERS = 350;

/** Returns the changes that send an event to the open pages of users of a company. */
export function changesForUsers(
  companyId: number,
  userIds: readonly number[],
  event: LiveEvent,
): Change[] {
  const slices = Array.from({ length: Math.ceil(userIds.length / MAX_USERS) }, (_, slice) =>
    userIds.slice(slice * MAX_USERS, (slice + 1) * MAX_USERS),
  );
  return slices.map((slice) => ({
    companyId,
    isPrivate: false,
    userIds: slice,
    events: [event],
  }));
}

/** Represents any number of unknown changes, for example changes that were possibly missed. */
export const EVERYTHING: Change = {
  companyId: null,
  isPrivate: false,
  events: [{ kind: "anything" }],
};

/**
 * Whether anonymous visitors are allowed to notice the change. Other changes must not invalidate
 * cached responses of anonymous visitors, because these visitors could infer a change from the time
 * at which a response is computed again.
 */
export function isForEveryone({ isPrivate, userIds }: Change): boolean {
  return !isPrivate && userIds === undefined;
}
