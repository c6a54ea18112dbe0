import type { FastifyReply, FastifyRequest } from "fastify";
import { LIVE_BEAT_MS, LIVE_EVENT_NAMES } from "#contract/events.ts";
import type { Change } from "#server/platform/changes/change.ts";
import { isForEveryone } from "#server/platform/changes/change.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { RightsRow } from "#server/platform/access/context.queries.ts";
import { onResponseEnd } from "#server/platform/connections/onResponseEnd.ts";
import { overloaded } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { StreamOpener, Subscription } from "#server/platform/routing/route.ts";
import { LiveAudience } from "./liveAudience.ts";
import { eventBytes } from "./eventBytes.ts";
import { ChangeVersions } from "./changeVersions.ts";
import { LiveStream } from "./liveStream.ts";
import type { RightsWatchOptions } from "./rightsWatch.ts";
import { RightsWatch } from "./rightsWatch.ts";
import { StreamLimits } from "./streamLimits.ts";

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // This header disables buffering in nginx.
  "x-accel-buffering": "no",
};

/**
 * Bounds of the reconnect delay in milliseconds. The delay is random, so that streams that end at
 * the same time do not reconnect at the same time.
 */
const RETRY_MS = { least: 1_000, most: 4_000 };

const HEARTBEAT = eventBytes(LIVE_EVENT_NAMES.beat, 1);
const MISSED = [{ kind: "anything" }];

/**
 * The audiences of one portal. The audiences are separate, because anonymous visitors must not
 * notice events for signed-in users, and users who are not admins must not notice events for
 * admins.
 */
interface Portal {
  anonymous: LiveAudience;
  users: LiveAudience;
  admins: LiveAudience;
}

export interface LiveHubOptions extends Pick<RightsWatchOptions, "listRights" | "onError"> {
  changes: Pick<ChangeFeed, "subscribe">;
}

/**
 * Manages the open event streams of this process: which viewers receive which events, and for how
 * long (docs/decisions/0009-live-updates.md).
 */
export class LiveHub implements StreamOpener {
  readonly #portals = new Map<number | null, Portal>();
  readonly #streams = new Set<LiveStream>();
  readonly #versions = new ChangeVersions();
  readonly #limits = new StreamLimits();
  readonly #watch: RightsWatch;
  readonly #beat: NodeJS.Timeout;
  #isClosed = false;

  constructor({ changes, listRights, onError }: LiveHubOptions) {
    this.#watch = new RightsWatch({ streams: () => this.#streams, listRights, onError });
    this.#beat = setInterval(() => {
      for (const stream of this.#streams) stream.write(HEARTBEAT);
    }, LIVE_BEAT_MS).unref();
    changes.subscribe((change) => this.#onChange(change));
  }

  get size(): number {
    return this.#streams.size;
  }

  /**
   * Returns the current position in the change feed. A page misses no change if it gets this
   * position first, then reads its data, and then opens a stream from this position.
   */
  position(): string {
    return this.#versions.now();
  }

  /**
   * Turns the response into an event stream.
   * @throws HttpError 429 or 503 if too many streams are open; 503 after `close`
   */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    { since, ...subscription }: Subscription,
  ): FastifyReply {
    const { companyId, userId } = subscription;
    const context = request.requestContext;
    if (this.#isClosed) throw overloaded();
    // The client has disconnected already, so no `close` event would follow.
    if (reply.raw.destroyed) return reply.hijack();
    const release = this.#limits.acquire(context);
    const response = reply.hijack().raw;
    response.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
    if (request.method === "HEAD") {
      release();
      response.end();
      return reply;
    }
    const rightsKey = { ...context.host, tokenHash: context.sessionHash };
    const stream = new LiveStream(response, { rightsKey, rights: rightsOf(context), userId });
    const audience = this.#audienceOf(subscription);
    audience.streams.add(stream);
    this.#streams.add(stream);
    onResponseEnd({ request: request.raw, response }, () => {
      audience.streams.delete(stream);
      this.#streams.delete(stream);
      release();
      this.#removeIfEmpty(companyId);
    });
    const known = request.headers["last-event-id"]?.toString() ?? since;
    const isCurrent = known === undefined || this.#versions.isCurrent(known, subscription);
    response.write(firstBytes(this.position(), isCurrent));
    return reply;
  }

  /** Ends all streams and refuses new streams. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beat);
    this.#watch.close();
    for (const portal of this.#portals.values())
      for (const audience of audiencesOf(portal)) audience.close();
  }

  #onChange(change: Change): void {
    const { companyId, isPrivate, userIds, events } = change;
    // A change without events possibly concerns rights or a deleted portal, so all streams are
    // checked.
    if (events.length === 0) return this.#watch.checkSoon();
    this.#versions.record(change);
    const portals = companyId === null ? this.#portals.values() : [this.#portals.get(companyId)];
    for (const portal of portals) {
      if (userIds) {
        const users = new Set(userIds);
        portal?.users.sendTo(users, events);
        portal?.admins.sendTo(users, events);
        continue;
      }
      portal?.admins.send(events);
      if (!isPrivate) portal?.users.send(events);
      if (isForEveryone(change)) portal?.anonymous.send(events);
    }
    return undefined;
  }

  #audienceOf({ companyId, canSeePrivate, userId }: Omit<Subscription, "since">): LiveAudience {
    let portal = this.#portals.get(companyId);
    if (!portal) {
      const position = () => this.position();
      const [anonymous, users, admins] = [
        new LiveAudience(position),
        new LiveAudience(position),
        new LiveAudience(position),
      ];
      portal = { anonymous, users, admins };
      this.#portals.set(companyId, portal);
    }
    if (canSeePrivate) return portal.admins;
    return userId === null ? portal.anonymous : portal.users;
  }

  #removeIfEmpty(companyId: number | null): void {
    const portal = this.#portals.get(companyId);
    if (portal && audiencesOf(portal).every(({ streams }) => streams.size === 0))
      this.#portals.delete(companyId);
  }
}

function audiencesOf({ anonymous, users, admins }: Portal): LiveAudience[] {
  return [anonymous, users, admins];
}

/**
 * Returns the first bytes of a stream. For a page that has possibly missed a change, the bytes
 * include an event that makes the page fetch all data again.
 */
function firstBytes(position: string, isCurrent: boolean): Buffer {
  const retry = Math.round(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least));
  return Buffer.concat([
    Buffer.from(`retry: ${String(retry)}\n`),
    eventBytes(LIVE_EVENT_NAMES.ready, 1, position),
    ...(isCurrent ? [] : [eventBytes(LIVE_EVENT_NAMES.changes, MISSED, position)]),
  ]);
}

/** Returns the viewer's rights in the form in which `listRights` returns them. */
function rightsOf({ hostCompany, viewer, restrictedUser }: RequestContext): RightsRow {
  const account = viewer ?? restrictedUser;
  return {
    companyId: hostCompany?.id ?? null,
    userId: account?.id ?? null,
    role: account?.role ?? null,
    homeCompanyId: account?.companyId ?? null,
    mustChangePassword: account?.mustChangePassword ?? false,
    mustSetUpMfa: account?.mustSetUpMfa ?? false,
  };
}
