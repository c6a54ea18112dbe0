import { isForEveryone } from "./change.ts";
import type { ChangeFeed } from "./changeFeed.ts";

/** Tracks whether data that were read earlier are still current. */
export interface DataVersions {
  /** Returns the current version. Call this before reading data. */
  now(): number;
  /** Whether the data of a company, or of the site if null, have changed since a version. */
  hasChangedSince(companyId: number | null, version: number): boolean;
}

/**
 * Tracks data versions. The version increases with every published change that anonymous visitors
 * are allowed to notice.
 */
export function trackDataVersions(feed: Pick<ChangeFeed, "subscribe">): DataVersions {
  let current = 0;
  let allCompanies = 0;
  const companies = new Map<number, number>();
  feed.subscribe((change) => {
    if (!isForEveryone(change)) return;
    const { companyId } = change;
    current += 1;
    if (companyId === null) {
      allCompanies = current;
      companies.clear();
    } else {
      companies.set(companyId, current);
    }
  });
  return {
    now: () => current,
    hasChangedSince: (companyId, version) =>
      allCompanies > version || (companyId !== null && (companies.get(companyId) ?? 0) > version),
  };
}
