import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { portalNotFound } from "#server/platform/access/resolveContext.ts";
import { pagePolicy } from "#server/platform/http/securityHeaders.ts";
import type { TokenPagePortal } from "#server/platform/pages/tokenPage.ts";
import {
  acceptForms,
  isOneClick,
  maskedAddress,
  TOKEN_PAGE_STYLE,
  tokenPage,
  uuidOf,
  withPrivateHeaders,
} from "#server/platform/pages/tokenPage.ts";
import { bySubscriber, countCall } from "#server/platform/routing/callLimits.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";
import type { TokenSubscriber } from "./changelogSubscribers.queries.ts";
import { findSubscriberByToken, setSubscriberState } from "./changelogSubscribers.queries.ts";

const PATH = "/subscription/:token";
/** Links of earlier mails lead to the host of a company that may have been renamed since. */
const PAGE_CONFIG = { admitsUnknownHost: true };
const FORM_CONFIG = { ...PAGE_CONFIG, admitsForeignOrigin: true };

/** The limit is as high as that of `/unsubscribe`, for the same reason. */
const limits = [bySubscriber({ name: "subscription-ip", attempts: 6000, windowSeconds: 60 * 60 })];

interface TokenRoute {
  Params: { token: string };
}
type TokenRequest = FastifyRequest<TokenRoute>;

/**
 * Mounts the page to which the mails to a subscribed address lead. It confirms the address and ends
 * the subscription. As on `/unsubscribe`, the token alone identifies the subscriber, GET changes
 * nothing, and POST takes a mail provider's one click (RFC 8058).
 */
export function mountSubscription(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", ({ requestContext }) => countCall(limits, requestContext));
    acceptForms(scope);
    scope.get<TokenRoute>(PATH, { config: PAGE_CONFIG }, async (request, reply) =>
      sendPage(request, reply, await findSubscriber(request)),
    );
    scope.post<TokenRoute>(PATH, { config: FORM_CONFIG }, submit);
  });
}

function findSubscriber(request: TokenRequest): Promise<TokenSubscriber | undefined> {
  const token = uuidOf(request.params.token);
  return request.requestContext.database.system.first(findSubscriberByToken, { token });
}

async function submit(request: TokenRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = request.body instanceof FormData ? request.body : new FormData();
  const subscriber = await findSubscriber(request);
  if (!subscriber) return sendPage(request, reply, undefined);
  const isOneClickForm = isOneClick(form);
  const state = isOneClickForm ? "unsubscribed" : STATES.get(form.get("action"));
  if (state) {
    const { companyId, id: subscriberId } = subscriber;
    const { system } = request.requestContext.database;
    await system.all(setSubscriberState, { companyId, subscriberId, state });
  }
  if (isOneClickForm)
    return withPrivateHeaders(reply).type("text/plain; charset=utf-8").send("Unsubscribed.\n");
  return sendPage(request, reply, await findSubscriber(request));
}

/** The actions of the page's buttons. */
const STATES = new Map<unknown, "subscribed" | "unsubscribed">([
  ["subscribe", "subscribed"],
  ["unsubscribe", "unsubscribed"],
]);

async function sendPage(
  request: TokenRequest,
  reply: FastifyReply,
  subscriber: TokenSubscriber | undefined,
): Promise<FastifyReply> {
  const { host, hostCompany, site } = request.requestContext;
  const isProduct = host.subdomain === null && host.domain === null;
  if (!subscriber && !isProduct && !hostCompany) throw portalNotFound();
  const portal: TokenPagePortal = subscriber
    ? { name: subscriber.companyName, logoUrl: hostCompany ? subscriber.logoUrl : null }
    : { name: hostCompany?.name ?? site.siteName, logoUrl: hostCompany?.logoUrl ?? null };
  withPrivateHeaders(reply)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", pagePolicy([TOKEN_PAGE_STYLE]));
  if (!subscriber)
    return reply.code(404).send(tokenPage(portal, "This link does not work", UNKNOWN_LINK));
  return reply.send(tokenPage(portal, "Changelog by mail", contentFor(subscriber)));
}

const UNKNOWN_LINK = `<p>It may be incomplete, or it was not used in time. Nothing was changed.</p>
<p>Open the whole link from the mail, or subscribe again on the <a href="/changelog">changelog page</a>.</p>`;

function contentFor({ state, address, companyName }: TokenSubscriber): string {
  const name = escapeHtml(companyName);
  const whom = `<b>${escapeHtml(maskedAddress(address))}</b>`;
  const changelog = `<p><a href="/changelog">Read the changelog</a></p>`;
  if (state === "subscribed")
    return `<p>${whom} gets the changelog of ${name}: one mail for each new entry.</p>
${button("unsubscribe", "Unsubscribe", "")}${changelog}`;
  if (state === "unsubscribed")
    return `<p class="notice" role="status">You are unsubscribed. No more mails about the changelog of ${name} are sent to ${whom}.</p>
${button("subscribe", "Subscribe again", "")}${changelog}`;
  return `<p>Do you want to get the changelog of ${name} at ${whom}? You get one mail for each new entry, and can unsubscribe with one click in each of them.</p>
${button("subscribe", "Confirm subscription", ' class="solid"')}`;
}

const button = (action: string, label: string, attributes: string) =>
  `<form method="post"><p><button${attributes} name="action" value="${action}">${label}</button></p></form>`;
