import { statusNotificationsApi } from "#contract/statusNotifications.ts";
import { objectAdmin } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { notFound } from "#server/platform/http/httpError.ts";
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
    const { visibility } = requireTenant(context, audience.notFound);
    const { companyId, viewerId } = visibility;
    const counted = await context.database.system.first(
      countAudience(context.config.requireConfirmedEmail),
      { companyId, viewerId, feedbackId: context.params.id },
    );
    if (!counted) throw notFound(audience.notFound);
    return counted;
  }),
  route(changes, objectAdmin, async (context) => {
    const { db, visibility } = requireTenant(context, changes.notFound);
    const { companyId } = visibility;
    const rows = await db.all(listNotifiedChanges(LISTED_CHANGES), {
      companyId,
      feedbackId: context.params.id,
    });
    if (rows.length === 0) throw notFound(changes.notFound);
    return rows.filter((row) => row.id !== null);
  }),
  route(outcomes, objectAdmin, async (context) => {
    const { db, visibility } = requireTenant(context, outcomes.notFound);
    const { companyId } = visibility;
    const { id: feedbackId, changeId } = context.params;
    const counted = await db.first(countNotified, { companyId, feedbackId, changeId });
    if (!counted) throw notFound(outcomes.notFound);
    return counted;
  }),
];
