import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { idParam } from "#contract/fields.ts";
import { NotificationSettingsChanges } from "#contract/notificationSettings.ts";
import { portalNotFound } from "#server/platform/access/resolveContext.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { VISITOR } from "#server/platform/access/visibility.ts";
import { HttpError, invalid } from "#server/platform/http/httpError.ts";
import { pagePolicy } from "#server/platform/http/securityHeaders.ts";
import {
  acceptForms,
  isOneClick,
  TOKEN_PAGE_STYLE,
  uuidOf,
  withPrivateHeaders,
} from "#server/platform/pages/tokenPage.ts";
import { bySubscriber, countCall } from "#server/platform/routing/callLimits.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import {
  endChangelogSubscription,
  isSubscribedToChangelog,
  listMailedItems,
  stopFollowing,
  turnOffWaitingMailsOfItem,
} from "./mailedItems.queries.ts";
import type { TokenAccount } from "./notificationSettings.queries.ts";
import { findAccountByToken } from "./notificationSettings.queries.ts";
import { saveSettings, turnMailsOff } from "./saveSettings.ts";
import type { Outcome } from "./unsubscribePage.ts";
import { unknownLinkPage, unsubscribePage } from "./unsubscribePage.ts";

const PATH = "/unsubscribe/:token";

/**
 * The page is also served on unknown hosts, because links of earlier mails lead to the host of a
 * company that may have been renamed or deleted since.
 */
const PAGE_CONFIG = { admitsUnknownHost: true };
const FORM_CONFIG = { ...PAGE_CONFIG, admitsForeignOrigin: true };

/**
 * The limit is high, because mail providers post the one-click requests of all their users from few
 * IP addresses.
 */
const PER_SUBSCRIBER: Limit = { name: "unsubscribe-ip", attempts: 6000, windowSeconds: 60 * 60 };
const limits = [bySubscriber(PER_SUBSCRIBER)];

interface TokenRoute {
  Params: { token: string };
}
type TokenRequest = FastifyRequest<TokenRoute>;

/**
 * Mounts the page to which the links in mails lead. The token in the link alone identifies the
 * account. The page needs no session and no password. For a deactivated account, the page changes
 * settings, but shows no items. GET changes nothing, because mail scanners open links. POST is
 * accepted from any origin, because mail providers send `List-Unsubscribe=One-Click` (RFC 8058). A
 * POST request cannot be forged, because only the mail's reader knows the token. On a host that is
 * not a portal, the links of existing accounts work as on the product's own host.
 */
export function mountUnsubscribe(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", ({ requestContext }) => countCall(limits, requestContext));
    acceptForms(scope);
    scope.get<TokenRoute>(PATH, { config: PAGE_CONFIG }, async (request, reply) =>
      sendPage(request, reply, await findAccount(request), {}),
    );
    scope.post<TokenRoute>(PATH, { config: FORM_CONFIG }, submit);
  });
}

async function findAccount(request: TokenRequest): Promise<TokenAccount | undefined> {
  const token = uuidOf(request.params.token);
  return request.requestContext.database.system.first(findAccountByToken, { token });
}

async function submit(request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = request.body instanceof FormData ? request.body : new FormData();
  const account = await findAccount(request);
  if (!account) return sendPage(request, reply, undefined, {});
  if (isOneClick(form)) {
    await turnMailsOff(request.requestContext.database.system, account.userId);
    return withPrivateHeaders(reply).type("text/plain; charset=utf-8").send("Unsubscribed.\n");
  }
  const outcome = await change(request, account, form);
  return sendPage(request, reply, await findAccount(request), outcome);
}

/** Executes the action of a form that was posted from the page. Returns a notice or errors. */
async function change(
  request: TokenRequest,
  account: TokenAccount,
  form: FormData,
): Promise<Outcome> {
  try {
    return { notice: await actionOf(form)(request, account, form) };
  } catch (error) {
    if (error instanceof HttpError && error.fieldErrors) return { errors: error.fieldErrors };
    throw error;
  }
}

/** Executes one action of the page, and returns the sentence that says what was changed. */
type Action = (request: TokenRequest, account: TokenAccount, form: FormData) => Promise<string>;

const ACTIONS: Readonly<Record<string, Action>> = {
  unsubscribe: async ({ requestContext: { database } }, { userId }) => {
    await turnMailsOff(database.system, userId);
    return "You are unsubscribed. No more mails about notifications are sent to you.";
  },
  save: async ({ requestContext: { database } }, account, form) => {
    const fields = ["email", "newFeedback", "timeZone"].filter((name) => form.has(name));
    const values = Object.fromEntries(fields.map((name) => [name, form.get(name)]));
    const changes = NotificationSettingsChanges.safeParse(values);
    if (!changes.success) throw invalid(z.flattenError(changes.error).fieldErrors);
    await saveSettings(database.system, account, changes.data);
    return "Your settings are saved.";
  },
  stop: async (request, account, form) => {
    const visibility = visibilityFor(request, account);
    const feedbackId = idParam.safeParse(form.get("feedbackId"));
    if (!visibility || !feedbackId.success) throw unknownAction();
    const item = { ...visibility, feedbackId: feedbackId.data };
    await request.requestContext.database.tenant(visibility.companyId).transaction(async (db) => {
      await db.all(stopFollowing, item);
      await db.all(turnOffWaitingMailsOfItem, item);
    });
    return "Notifications for this item are off.";
  },
  stopChangelog: async (request, account) => {
    const visibility = visibilityFor(request, account);
    if (!visibility) throw unknownAction();
    const { database } = request.requestContext;
    await database.tenant(visibility.companyId).all(endChangelogSubscription, visibility);
    return "You no longer get the changelog by mail.";
  },
};

function actionOf(form: FormData): Action {
  const name = form.get("action");
  const action = typeof name === "string" && Object.hasOwn(ACTIONS, name) && ACTIONS[name];
  if (!action) throw unknownAction();
  return action;
}

const unknownAction = () => invalid({ action: ["Nothing was changed. Please try again."] });

/**
 * Returns what the account can see of the host's company or, on a host without a company, of the
 * account's own company. Returns null if neither the host nor the account has a company.
 */
function visibilityFor(
  { requestContext: { hostCompany } }: FastifyRequest,
  account: TokenAccount,
): Visibility<number> | null {
  const companyId = hostCompany?.id ?? account.companyId;
  if (companyId === null) return null;
  const canSeePrivate = account.isActive && isAdminOf(account, companyId);
  return { companyId, viewerId: account.userId, ...VISITOR, canSeePrivate };
}

async function sendPage(
  request: TokenRequest,
  reply: FastifyReply,
  account: TokenAccount | undefined,
  outcome: Outcome,
): Promise<FastifyReply> {
  const { host, hostCompany, site, database } = request.requestContext;
  const isProduct = host.subdomain === null && host.domain === null;
  if (!account && !isProduct && !hostCompany) throw portalNotFound();
  const portal = {
    name: hostCompany?.name ?? site.siteName,
    logoUrl: hostCompany ? hostCompany.logoUrl : site.logoUrl,
  };
  withPrivateHeaders(reply)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", pagePolicy([TOKEN_PAGE_STYLE]));
  if (!account) return reply.code(404).send(unknownLinkPage(portal));
  const visibility = visibilityFor(request, account);
  const items =
    visibility && account.isActive
      ? await database.tenant(visibility.companyId).all(listMailedItems, visibility)
      : [];
  const subscription =
    visibility &&
    (await database.tenant(visibility.companyId).first(isSubscribedToChangelog, visibility));
  const changelogOf = subscription?.companyName ?? null;
  const page = unsubscribePage({ ...outcome, portal, account, items, changelogOf });
  return reply.code(outcome.errors ? 400 : 200).send(page);
}
