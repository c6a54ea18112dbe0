import type { changelogApi, EntryAudience } from "#contract/changelog.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { findEntry } from "./entries.queries.ts";
import { countAudience } from "./publication.queries.ts";

/** Counts the people whom the publication of an entry would tell. */
export async function countEntryAudience(
  context: Handled<typeof changelogApi.audience, TenantUserContext>,
): Promise<EntryAudience> {
  const { db, database, viewer, visibility, params } = context;
  const entry = await db.first(findEntry, { ...visibility, entryId: params.id });
  if (!entry) throw context.notFound();
  const counted = await database.system.first(countAudience, {
    companyId: db.companyId,
    entryId: params.id,
    viewerId: viewer.id,
    canSeePrivate: visibility.canSeePrivate,
  });
  return counted ?? { followers: 0, subscribers: 0 };
}
