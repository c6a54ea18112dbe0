import { randomBytes } from "node:crypto";
import type { Change } from "#server/platform/changes/change.ts";

/** The clocks of two processes may differ by so many microseconds; what changed that long before may have come after. */
const CLOCK_SLACK = 5_000_000;

const POSITION = /^(?<epoch>[\w-]{8})\.(?<version>\d{1,16})$/;

/**
 * Knows of every audience when something was last told to it, and so whether a page that has read everything up to a position has missed
 * anything. A position is a moment of this process' clock and nothing else: no count from which someone could tell that others were told more.
 */
export class ChangeVersions {
  readonly #epoch = randomBytes(6).toString("base64url");
  readonly #public = new Map<number, number>();
  readonly #private = new Map<number, number>();
  // Before its start a process has heard nothing.
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

  /** The position of this moment. */
  now(): string {
    return `${this.#epoch}.${String(microseconds())}`;
  }

  /** Whether nothing that these viewers are told of has changed since a position. One that cannot be read may be any. */
  isCurrent(position: string, companyId: number | null, canSeePrivate: boolean): boolean {
    const { epoch, version } = POSITION.exec(position)?.groups ?? {};
    if (version === undefined) return false;
    const slack = epoch === this.#epoch ? 0 : CLOCK_SLACK;
    return this.#lastChange(companyId, canSeePrivate) + slack < Number(version);
  }

  #lastChange(companyId: number | null, canSeePrivate: boolean): number {
    if (companyId === null) return this.#everyone;
    const told = this.#public.get(companyId) ?? 0;
    const toldAdmins = canSeePrivate ? (this.#private.get(companyId) ?? 0) : 0;
    return Math.max(this.#everyone, told, toldAdmins);
  }
}

/** Since 1970, and never going back while the process runs. */
function microseconds(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}
