import type { Page } from "#contract/endpoint.ts";
import type { MailSuppression, mailSuppressionsApi } from "#contract/mailSuppressions.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { recordAudit, recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import {
  decodePosition,
  EMPTY_PAGE,
  isTimestamp,
  pageOf,
} from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import {
  countAllMailSuppressions,
  countMailSuppressions,
  deleteMailSuppression,
  listAllMailSuppressions,
  listMailSuppressions,
} from "./mailSuppressions.queries.ts";

const ORDER = "suppressions";
const FIRST_PAGE = { key: "infinity", id: 0 };

/**
 * Returns the company whose suppressed accounts the viewer manages. Returns null for a super admin
 * on the product's own host, who manages all accounts.
 */
function managedCompany({ viewer, hostCompany, tenantId }: SignedInContext): number | null {
  return viewer.role === "super_admin" && !hostCompany ? null : tenantId;
}

/**
 * Returns one page of the accounts with a suppressed e-mail address, newest suppression first.
 * @throws HttpError 400 for a cursor of another list
 */
export async function listMailSuppressionsPage(
  context: Handled<typeof mailSuppressionsApi.list, SignedInContext>,
): Promise<Page<MailSuppression>> {
  const { limit, cursor, companyId: asked } = context.query;
  const { system } = context.database;
  const position = cursor === undefined ? FIRST_PAGE : decodePosition(ORDER, cursor, isTimestamp);
  const managed = managedCompany(context);
  if (managed !== null && asked !== undefined && asked !== managed) return EMPTY_PAGE;
  const companyId = asked ?? managed;
  const wanted = { ...position, rows: limit + 1 };
  const [rows, counted] = await Promise.all(
    companyId === null
      ? [system.all(listAllMailSuppressions, wanted), system.first(countAllMailSuppressions, {})]
      : [
          system.all(listMailSuppressions, { ...wanted, companyId }),
          system.first(countMailSuppressions, { companyId }),
        ],
  );
  const total = counted?.total ?? 0;
  const positionOf = ({ createdAt: key, userId: id }: MailSuppression) => ({ key, id });
  return pageOf(rows, { limit, order: ORDER, total, positionOf });
}

/**
 * Lifts the suppression of an account's e-mail address. The audit log of the account's company
 * records the action. For an account without a company, the installation's audit log records it.
 */
export async function removeMailSuppression(
  context: Handled<typeof mailSuppressionsApi.remove, SignedInContext>,
): Promise<void> {
  const { userId } = context.params;
  await context.database.system.transaction(async (db) => {
    const members = { companyId: managedCompany(context) };
    const removed = await db.first(deleteMailSuppression, { ...members, userId });
    if (!removed) throw context.notFound();
    const { username: subject, companyId, reason } = removed;
    const done = {
      action: "mail-suppression.delete",
      subject,
      details: { reason },
      aboutUserId: userId,
    };
    if (companyId === null) await recordSiteAudit(db, context, done);
    else await recordAudit(db, context, companyId, done);
  });
}
