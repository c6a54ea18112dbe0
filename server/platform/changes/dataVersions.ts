import type { ChangeFeed } from "./changeFeed.ts";

/** Tells whether something that was read at one moment may still be shown at another. */
export interface DataVersions {
  /** This moment, to be noted before anything is read. */
  now(): number;
  /** Whether a company's data (with null: the installation's) has changed since a moment. */
  hasChangedSince(companyId: number | null, version: number): boolean;
}

/**
 * Ticks with every change that the feed tells of and an anonymous visitor may see. What is private must leave no trace, not even in when a
 * page was drawn anew.
 */
export function trackDataVersions(feed: Pick<ChangeFeed, "subscribe">): DataVersions {
  let tick = 0;
  let everyone = 0;
  const companies = new Map<number, number>();
  feed.subscribe(({ companyId, isPrivate }) => {
    if (isPrivate) return;
    tick += 1;
    if (companyId === null) {
      everyone = tick;
      companies.clear();
    } else {
      companies.set(companyId, tick);
    }
  });
  return {
    now: () => tick,
    hasChangedSince: (companyId, version) =>
      everyone > version || (companyId !== null && (companies.get(companyId) ?? 0) > version),
  };
}
