import { randomBytes } from "node:crypto";
import type { Change } from "#server/platform/changes/change.ts";
import type { Subscription } from "#server/platform/routing/route.ts";

/**
 * Tolerated clock difference between two processes, in microseconds. A change within this
 * difference is treated as missed.
 */
const CLOCK_SLACK = 5_000_000;

/**
 * Maximum number of users whose last change is stored. Above this number, all users of all
 * companies are treated as having missed a change.
 */
const MAX_USERS = 10_000;

const POSITION = /^(?<epoch>[\w-]{8})\.(?<version>\d{1,16})$/;

/**
 * Stores when each audience last received a change, to decide whether a page that has read
 * everything up to a position has missed a change. A position contains only a random process id and
 * a time, because a counter would reveal that other audiences received events.
 */
export class ChangeVersions {
  readonly #epoch = randomBytes(6).toString("base64url");
  readonly #public = new Map<number, number>();
  readonly #private = new Map<number, number>();
  /** Changes for single users of a company. */
  readonly #users = new Map<string, number>();
  #everyUser = 0;
  // Changes before the start of this process are unknown, so every page is treated as having missed
  // them.
  #everyone = microseconds();

  record({ companyId, isPrivate, userIds }: Omit<Change, "events">): void {
    const now = microseconds();
    if (companyId === null) {
      this.#everyone = now;
      for (const versions of [this.#public, this.#private, this.#users]) versions.clear();
    } else if (userIds) {
      for (const userId of userIds) this.#recordFor(companyId, userId, now);
    } else (isPrivate ? this.#private : this.#public).set(companyId, now);
  }

  #recordFor(companyId: number, userId: number, now: number): void {
    if (this.#users.size >= MAX_USERS) {
      this.#users.clear();
      this.#everyUser = now;
    }
    this.#users.set(keyOf(companyId, userId), now);
  }

  /** Returns the current position. */
  now(): string {
    return `${this.#epoch}.${String(microseconds())}`;
  }

  /**
   * Whether the subscription's viewer has missed no change since the position. False for an
   * unreadable position.
   */
  isCurrent(position: string, subscription: Viewer): boolean {
    const { epoch, version } = POSITION.exec(position)?.groups ?? {};
    if (version === undefined) return false;
    const slack = epoch === this.#epoch ? 0 : CLOCK_SLACK;
    return this.#lastChange(subscription) + slack < Number(version);
  }

  #lastChange({ companyId, canSeePrivate, userId }: Viewer): number {
    if (companyId === null) return this.#everyone;
    const versions = [this.#everyone, this.#public.get(companyId)];
    if (canSeePrivate) versions.push(this.#private.get(companyId));
    if (userId !== null) {
      versions.push(this.#everyUser, this.#users.get(keyOf(companyId, userId)));
    }
    return Math.max(...versions.map((version) => version ?? 0));
  }
}

type Viewer = Omit<Subscription, "since">;

const keyOf = (companyId: number, userId: number) => `${String(companyId)} ${String(userId)}`;

/** Microseconds since 1970, monotonic while the process runs. */
function microseconds(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}
