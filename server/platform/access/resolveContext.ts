import type { FastifyRequest } from "fastify";
import type { User } from "#contract/users.ts";
import { hashToken, readSessionToken } from "./sessionToken.ts";
import { hasCredentials } from "./isAnonymous.ts";
import { readDeviceToken } from "./deviceToken.ts";
import type { ApiKeyUse } from "./apiKey.ts";
import { invalidApiKey, readApiKey } from "./apiKey.ts";
import { touchSession } from "./session.queries.ts";
import { presentCompany } from "./presentCompany.ts";
import { presentSite } from "./presentSite.ts";
import { presentUser } from "./presentUser.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, SystemDb } from "#server/platform/db/database.ts";
import type { ReadReplica } from "#server/platform/replica/readReplica.ts";
import type { ContextRow, Credential } from "./context.queries.ts";
import { findContext, touchApiKey } from "./context.queries.ts";
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
 * Resolves the host's company and the viewer of a request. The viewer is the user of the session
 * or, if an API key is sent, the account of the key; cookies are then ignored.
 * @throws HttpError 404 for a malformed host; for an unknown host, unless the route admits unknown
 * hosts; 401 for a key that does not work
 */
export async function resolveContext(
  request: FastifyRequest,
  { database, config, hosts, replica }: ContextServices,
): Promise<RequestContext> {
  const parsed = parseHost(request.host);
  if (!parsed) throw portalNotFound();
  const match = matchHost(parsed.hostname, config);
  const isHttps = request.protocol === "https";
  const { credential, tokenHash, deviceHash } = credentialsOf(request, isHttps);
  const host = {
    name: parsed.hostname,
    subdomain: match.kind === "subdomain" ? match.subdomain : null,
    domain: match.kind === "domain" ? match.domain : null,
  };
  const { ip, method } = request;
  const userAgent = (request.headers["user-agent"] ?? "").slice(0, 300);
  const isAnonymousRead = (method === "GET" || method === "HEAD") && !hasCredentials(request);
  const cached = isAnonymousRead ? hosts.find(host) : undefined;
  const { data, account, isBlocked, apiKey, webhookEvents } = cached
    ? { data: cached, account: null, isBlocked: false, apiKey: null, webhookEvents: [] }
    : await readHost(
        request,
        { database, config, hosts },
        { host, credential, tokenHash, userAgent },
      );
  const { site, hostCompany, subdomain, readAt } = data;
  const reads = isAnonymousRead ? replica : undefined;

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
    webhookEvents,
    db: tenantId === null ? null : served.tenant(tenantId),
    visibility: visibilityOf(viewer, tenantId, apiKey),
    viewer,
    apiKey,
    isBlocked: isBlocked && !isAdminOf(viewer, tenantId),
    restrictedUser: viewer ? null : account,
    sessionHash: account && credential === "session" ? tokenHash : null,
    ip,
    userAgent,
    cookies: request.headers.cookie,
    authorization: request.headers.authorization,
    origin: originOf(subdomain, {
      isHttps,
      port: isOwnPort(parsed.port, request, config) ? parsed.port : "",
      baseDomain: config.baseDomain,
    }),
    deviceHash,
    isHttps,
    isAbandoned: () => request.raw.socket.destroyed,
  };
}

/** Returns the hashes of what a request sends to say who it is. With a key, it reads no cookie. */
function credentialsOf(request: FastifyRequest, isHttps: boolean) {
  const hashOf = (token: string | null) => (token === null ? null : hashToken(token));
  const key = readApiKey(request);
  if (key !== null)
    return { credential: "apiKey", tokenHash: hashToken(key), deviceHash: null } as const;
  const { cookie } = request.headers;
  return {
    credential: "session",
    tokenHash: hashOf(readSessionToken(cookie, isHttps)),
    deviceHash: hashOf(readDeviceToken(cookie, isHttps)),
  } as const;
}

/**
 * Stores when and from where a session or key was last used. A failure is only logged, because GET
 * requests must succeed even while the database is read-only.
 */
async function storeLastUse(
  { log }: FastifyRequest,
  system: SystemDb,
  credential: Credential,
  use: Parameters<(typeof touchSession)["values"]>[0],
): Promise<void> {
  const stored =
    credential === "session" ? system.all(touchSession, use) : system.all(touchApiKey, use);
  await stored.catch((err: unknown) =>
    log.warn({ err }, "the last use of a session or API key could not be stored"),
  );
}

interface Found {
  data: HostData;
  /** The user of the session; null without a valid session. */
  account: User | null;
  /** Whether the tenant's admins have blocked the account. */
  isBlocked: boolean;
  webhookEvents: readonly string[];
  apiKey: ApiKeyUse | null;
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
    credential,
    tokenHash,
    userAgent,
  }: {
    host: RequestHost;
    credential: Credential;
    tokenHash: Buffer | null;
    userAgent: string;
  },
): Promise<Found> {
  const readAt = Date.now();
  const version = hosts.now();
  const { system } = database.inTurnsOf(hosts.turnOwnerOf(host));
  const row = await system.first(findContext(credential), { ...host, tokenHash });
  const isProduct = host.subdomain === null && host.domain === null;
  const isKnown = isProduct || (row && row.companyId !== null);
  if (!row || (!isKnown && !request.routeOptions.config.admitsUnknownHost)) throw portalNotFound();
  const apiKey = apiKeyOf(row);
  if (credential === "apiKey" && !apiKey) throw invalidApiKey();
  const { userId, companyId } = row;
  if (row.isStale && tokenHash && userId !== null) {
    const use = { tokenHash, userId, hostCompanyId: companyId, userAgent, ip: request.ip };
    await storeLastUse(request, system, credential, use);
  }
  const data = hostDataOf(row, readAt);
  if (isKnown) hosts.store(host, data, version);
  const { isBlocked, webhookEvents } = row;
  const account = accountOf(row, config);
  return { data, account, isBlocked, apiKey, webhookEvents: webhookEvents ?? [] };
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

function apiKeyOf({ apiKeyId, apiKeyScopes, userId }: ContextRow): ApiKeyUse | null {
  if (apiKeyId === null || apiKeyScopes === null || userId === null) return null;
  return { id: apiKeyId, accountId: userId, scopes: apiKeyScopes };
}

function accountOf(row: ContextRow, config: Config): User | null {
  if (row.userId === null) return null;
  const user = {
    id: row.userId,
    // A key's account has no address. The audit log shows its name instead.
    username: (row.apiKeyId === null ? row.username : row.fullName) ?? "",
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
