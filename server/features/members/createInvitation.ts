import type { CreatedInvitation, invitationsApi } from "#contract/invitations.ts";
import type { MemberRole } from "#contract/members.ts";
import { findCompany } from "#server/features/companies/companies.queries.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import { findUserByUsername } from "#server/features/users/users.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { Db } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import type { CallLimit } from "#server/platform/routing/callLimits.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { invitedAccount } from "./invitation.policy.ts";
import { findInvitationOf, saveInvitation } from "./invitations.queries.ts";
import type { InvitationMail } from "./sendInvitation.ts";
import { INVITATION_TASK } from "./sendInvitation.ts";

const PER_SUBSCRIBER: Limit = { name: "invite-ip", attempts: 100, windowSeconds: 60 * 60 };
/**
 * The limit for all admins of a company together. It protects strangers from unwanted invitations,
 * because anybody can open a company.
 */
const PER_COMPANY: Limit = { name: "invite-company", attempts: 200, windowSeconds: 24 * 60 * 60 };

/**
 * Rate limits of invitations. Mails are also limited per recipient
 * (`server/platform/mail/limitMails.ts`). Only requests of the company's admins are counted for the
 * company, so that nobody else can use up its limit.
 */
export const invitationLimits: readonly CallLimit[] = [
  bySubscriber(PER_SUBSCRIBER),
  {
    limit: PER_COMPANY,
    countersOf: ({ viewer, tenantId }) =>
      isAdminOf(viewer, tenantId) ? [{ limit: PER_COMPANY, subject: String(tenantId) }] : [],
  },
];

type InviteContext = Handled<typeof invitationsApi.create, TenantUserContext>;

/**
 * Invites an e-mail address to the company by mail or by a link that the admin passes on. If the
 * address already has an invitation, renews that invitation.
 */
export async function createInvitation(context: InviteContext): Promise<CreatedInvitation> {
  const { database, config, tenantId: companyId, viewer, body, response } = context;
  const { username, role, delivery } = body;
  const origin = await portalOrigin(context);
  const token = delivery === "link" ? newSessionToken() : null;
  const invitation = await database.system.transaction(async (db) => {
    // Removing an admin withdraws the admin's invitations, so none may be added at the same time.
    await lockOwnAccount(db, context);
    const userId = await findInvitee(db, { username, role, companyId });
    if (role === "company_admin")
      await requireRoom(db, config.quotas, { companyId, kind: "members" });
    const open = await db.first(findInvitationOf, {
      companyId,
      usernameKey: usernameKey(username),
    });
    if (!open) await requireRoom(db, config.quotas, { companyId, kind: "invitations" });
    const saved = await db.first(saveInvitation, {
      companyId,
      username,
      role,
      userId: viewer.id,
      linkTokenHash: token && hashToken(token),
    });
    if (!saved) throw new Error("The invitation was not stored");
    if (delivery === "mail")
      await enqueueMail(db, context, { companyId, invitationId: saved.id, origin });
    await recordAudit(db, context, companyId, {
      action: "invitation.create",
      subject: username,
      details: { role, delivery },
      aboutUserId: userId,
    });
    return saved;
  });
  response.changed({ kind: "members" }, true);
  return { ...invitation, link: token && `${origin}/invitation?token=${token}` };
}

/**
 * Returns the origin of the company's portal, where invitations are accepted.
 * @throws HttpError 409 if the company has no subdomain
 */
async function portalOrigin({ origin, hostCompany, db, tenantId }: InviteContext): Promise<string> {
  const company = hostCompany ?? (await db.first(findCompany, { companyId: tenantId }));
  if (!company?.subdomain)
    throw conflict(
      "No subdomain has been configured for your company. Please contact support for assistance.",
    );
  // A request on the company's host already has the right origin. A request on the product's own
  // host has an origin without the company's subdomain.
  return hostCompany ? origin : origin.replace("//", `//${company.subdomain}.`);
}

/**
 * Returns the id of the account with the e-mail address, or null if no account has the address.
 * @throws HttpError 409 if the account belongs to another company, is a super admin or an admin of
 * this company, or already has the role
 */
async function findInvitee(
  db: Db,
  { username, role, companyId }: { username: string; role: MemberRole; companyId: number },
): Promise<number | null> {
  const account = await db.first(findUserByUsername, { usernameKey: usernameKey(username) });
  if (!account) return null;
  if (invitedAccount(account, companyId) === "other")
    throw conflict("This address belongs to an account of another company");
  if (isAdminOf(account, companyId))
    throw conflict("This person is already an admin of your company");
  if (role === "user" && account.companyId === companyId)
    throw conflict("This person is already a customer of your company");
  return account.id;
}

function enqueueMail(
  db: Db,
  { site }: Pick<InviteContext, "site">,
  mail: Omit<InvitationMail, "siteName">,
): Promise<unknown> {
  const payload: InvitationMail = { ...mail, siteName: site.siteName };
  return db.all(enqueueJob, { task: INVITATION_TASK, payload: JSON.stringify(payload) });
}
