import { randomBytes } from "node:crypto";
import type { Change } from "#server/platform/changes/change.ts";

/**
 * Tolerated clock difference between two processes, in microseconds. A change within this
 * difference is treated as missed.
 */
const CLOCK_SLACK = 5_000_000;

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
  // Changes before the start of this process are unknown, so every page is treated as having missed
  // them.
  #everyone = microseconds();

  record({ companyId, isPrivate }: Pick<Change, "companyId" | "isPrivate">): void {
    if (companyId !== null) {
      (isPrivate ? this.#private : this.#public).set(companyId, microseconds());
      return;
    }
    this.#everyone = microseconds();
    this.#public.clear();
    this.#private.clear();
  }

  /** Returns the current position. */
  now(): string {
    return `${this.#epoch}.${String(microseconds())}`;
  }

  /**
   * Whether nothing that these viewers may see has changed since the position. False for an
   * unreadable position.
   */
  isCurrent(position: string, companyId: number | null, canSeePrivate: boolean): boolean {
    const { epoch, version } = POSITION.exec(position)?.groups ?? {};
    if (version === undefined) return false;
    const slack = epoch === this.#epoch ? 0 : CLOCK_SLACK;
    return this.#lastChange(companyId, canSeePrivate) + slack < Number(version);
  }

  #lastChange(companyId: number | null, canSeePrivate: boolean): number {
    if (companyId === null) return this.#everyone;
    const lastPublic = this.#public.get(companyId) ?? 0;
    const lastPrivate = canSeePrivate ? (this.#private.get(companyId) ?? 0) : 0;
    return Math.max(this.#everyone, lastPublic, lastPrivate);
  }
}

/** Microseconds since 1970, monotonic while the process runs. */
function microseconds(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}
