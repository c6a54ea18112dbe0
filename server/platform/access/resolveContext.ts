import type { FastifyRequest } from "fastify";
import type { User } from "#contract/users.ts";
import { hashToken, readSessionToken } from "./sessionToken.ts";
import { hasCredentials } from "./isAnonymous.ts";
import { readDeviceToken } from "./deviceToken.ts";
import { touchSession } from "./session.queries.ts";
import { presentCompany } from "./presentCompany.ts";
import { presentSite } from "./presentSite.ts";
import { presentUser } from "./presentUser.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, SystemDb } from "#server/platform/db/database.ts";
import type { ReadReplica } from "#server/platform/replica/readReplica.ts";
import type { ContextRow } from "./context.queries.ts";
import { findContext } from "./context.queries.ts";
import type { HostData, HostCache } from "./hostCache.ts";
import { matchHost, parseHost } from "#server/platform/http/hosts.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import type { RequestContext, RequestHost } from "./requestContext.ts";
import { isAdminOf } from "./users.policy.ts";
import { visibilityOf } from "./visibility.ts";

export const NO_PORTAL = "Portal not found";

/**
 * Creates the error for a host that is neither the product's nor a company's. Pages and API calls
 * show the same message and reveal nothing else.
 */
export function portalNotFound(): HttpError {
  return new HttpError(404, NO_PORTAL);
}

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Whether the route also responds on a host that is neither the product's nor a company's. The
     * route must not depend on the host.
     */
    admitsUnknownHost?: boolean;
  }
}

interface ContextServices {
  database: Database;
  config: Config;
  hosts: HostCache;
  replica: ReadReplica | undefined;
}

/**
 * Resolves the host's company and the viewer of a request.
 * @throws HttpError 404 for a malformed host; for an unknown host, unless the route admits unknown
 * hosts
 */
export async function resolveContext(
  request: FastifyRequest,
  { database, config, hosts, replica }: ContextServices,
): Promise<RequestContext> {
  const parsed = parseHost(request.host);
  if (!parsed) throw portalNotFound();
  const match = matchHost(parsed.hostname, config);
  const isHttps = request.protocol === "https";
  const token = readSessionToken(request.headers.cookie, isHttps);
  const tokenHash = token === null ? null : hashToken(token);
  const host = {
    name: parsed.hostname,
    subdomain: match.kind === "subdomain" ? match.subdomain : null,
    domain: match.kind === "domain" ? match.domain : null,
  };
  const { ip } = request;
  const userAgent = (request.headers["user-agent"] ?? "").slice(0, 300);
  const { method } = request;
  const isAnonymousRead = (method === "GET" || method === "HEAD") && !hasCredentials(request);
  const cached = isAnonymousRead ? hosts.find(host) : undefined;
  const { data, account, isBlocked } = cached
    ? { data: cached, account: null, isBlocked: false }
    : await readHost(request, { database, config, hosts }, { host, tokenHash, userAgent });
  const { site, hostCompany, subdomain, readAt } = data;
  const reads = isAnonymousRead ? replica : undefined;

  const deviceToken = readDeviceToken(request.headers.cookie, isHttps);
  const viewer = account?.mustChangePassword || account?.mustSetUpMfa ? null : account;
  const tenantId = hostCompany ? hostCompany.id : (viewer?.companyId ?? null);
  const served = (reads ? reads.database : database).inTurnsOf(tenantId ?? "product");
  return {
    database: served,
    config,
    site,
    host,
    hostCompany,
    readAt: reads ? Math.min(readAt, reads.asOf) : readAt,
    tenantId,
    db: tenantId === null ? null : served.tenant(tenantId),
    visibility: visibilityOf(viewer, tenantId),
    viewer,
    isBlocked: isBlocked && !isAdminOf(viewer, tenantId),
    restrictedUser: viewer ? null : account,
    sessionHash: account ? tokenHash : null,
    ip,
    userAgent,
    cookies: request.headers.cookie,
    authorization: request.headers.authorization,
    origin: originOf(subdomain, {
      isHttps,
      port: isOwnPort(parsed.port, request, config) ? parsed.port : "",
      baseDomain: config.baseDomain,
    }),
    deviceHash: deviceToken === null ? null : hashToken(deviceToken),
    isHttps,
    isAbandoned: () => request.raw.socket.destroyed,
  };
}

/**
 * Stores when and from where a session was last used. A failure is only logged, because GET
 * requests must succeed even while the database is read-only.
 */
async function storeLastUse(
  { log }: FastifyRequest,
  system: SystemDb,
  use: { tokenHash: Buffer; userAgent: string; ip: string },
): Promise<void> {
  await system
    .all(touchSession, use)
    .catch((err: unknown) => log.warn({ err }, "the last use of a session could not be stored"));
}

interface Found {
  data: HostData;
  /** The user of the session; null without a valid session. */
  account: User | null;
  /** Whether the tenant's admins have blocked the account. */
  isBlocked: boolean;
}

/**
 * Reads the data of a host and the user of a session, and caches the data of a known host.
 * @throws HttpError 404 for an unknown host, unless the route admits unknown hosts
 */
async function readHost(
  request: FastifyRequest,
  { database, config, hosts }: Pick<ContextServices, "database" | "config" | "hosts">,
  {
    host,
    tokenHash,
    userAgent,
  }: { host: RequestHost; tokenHash: Buffer | null; userAgent: string },
): Promise<Found> {
  const readAt = Date.now();
  const version = hosts.now();
  const { system } = database.inTurnsOf(hosts.turnOwnerOf(host));
  const row = await system.first(findContext, { ...host, tokenHash });
  const isProduct = host.subdomain === null && host.domain === null;
  const isKnown = isProduct || (row && row.companyId !== null);
  if (!row || (!isKnown && !request.routeOptions.config.admitsUnknownHost)) throw portalNotFound();
  if (row.sessionIsStale && tokenHash)
    await storeLastUse(request, system, { tokenHash, userAgent, ip: request.ip });
  const data = hostDataOf(row, readAt);
  if (isKnown) hosts.store(host, data, version);
  return { data, account: accountOf(row, config), isBlocked: row.isBlocked };
}

function hostDataOf(row: ContextRow, readAt: number): HostData {
  return {
    site: presentSite(row),
    hostCompany: hostCompanyOf(row),
    subdomain: row.subdomain,
    readAt,
  };
}

/**
 * Whether a port in the Host header is this process's own port, so that links can contain the port.
 * For `localhost` every port is accepted, because a container's published port can differ from the
 * process's port, and the browser is on the same machine.
 */
function isOwnPort(port: string, { socket }: FastifyRequest, { baseDomain }: Config): boolean {
  return baseDomain === "localhost" || port === String(socket.localPort);
}

/** Computes `RequestContext.origin`. */
function originOf(
  subdomain: string | null,
  { isHttps, port, baseDomain }: { isHttps: boolean; port: string; baseDomain: string },
): string {
  const host = subdomain === null ? baseDomain : `${subdomain}.${baseDomain}`;
  return `${isHttps ? "https" : "http"}://${host}${port && `:${port}`}`;
}

function accountOf(row: ContextRow, config: Config): User | null {
  if (row.userId === null) return null;
  const user = {
    id: row.userId,
    username: row.username ?? "",
    fullName: row.fullName,
    pictureUrl: row.userPictureUrl,
    role: row.role ?? "user",
    companyId: row.homeCompanyId,
    mustChangePassword: row.mustChangePassword,
    mustSetUpMfa: row.mustSetUpMfa,
    confirmedAt: row.userConfirmedAt,
    createdAt: row.userCreatedAt ?? "",
  };
  return presentUser(user, config);
}

function hostCompanyOf(row: ContextRow): RequestContext["hostCompany"] {
  if (row.companyId === null) return null;
  const company = presentCompany({
    id: row.companyId,
    name: row.companyName ?? "",
    description: row.companyDescription,
    website: row.companyWebsite,
    logoFileId: row.companyLogoFileId,
    darkLogoFileId: row.companyDarkLogoFileId,
    subdomain: row.subdomain,
    customDomain: row.customDomain,
    customDomainVerifiedAt: row.customDomainVerifiedAt,
    brandingSettings: row.companyBranding ?? {},
  });
  return { ...company, allowCustomerSignUp: row.allowCustomerSignUp ?? false };
}
