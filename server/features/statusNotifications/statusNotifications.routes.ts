import { statusNotificationsApi } from "#contract/statusNotifications.ts";
import { objectAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import {
  countAudience,
  countNotified,
  listNotifiedChanges,
} from "./statusNotifications.queries.ts";

/**
 * Number of listed changes. The portal's pages also load 100 changes as the first page of an item's
 * history.
 */
const LISTED_CHANGES = 100;

const { audience, changes, outcomes } = statusNotificationsApi;

export const statusNotificationsRoutes = [
  route(audience, objectAdmin, async (context) => {
    const { database, visibility, config, params } = context;
    const { companyId, viewerId } = visibility;
    const counted = await database.system.first(countAudience(config.requireConfirmedEmail), {
      companyId,
      viewerId,
      feedbackId: params.id,
    });
    if (!counted) throw context.notFound();
    return counted;
  }),
  route(changes, objectAdmin, async (context) => {
    const { db, tenantId: companyId } = context;
    const rows = await db.all(listNotifiedChanges(LISTED_CHANGES), {
      companyId,
      feedbackId: context.params.id,
    });
    if (rows.length === 0) throw context.notFound();
    return rows.filter((row) => row.id !== null);
  }),
  route(outcomes, objectAdmin, async (context) => {
    const { db, tenantId: companyId } = context;
    const { id: feedbackId, changeId } = context.params;
    const counted = await db.first(countNotified, { companyId, feedbackId, changeId });
    if (!counted) throw context.notFound();
    return counted;
  }),
];
