import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { idQuery } from "#contract/fields.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { pageUrl } from "#server/platform/pages/pageUrl.ts";
import type { InTurn } from "#server/platform/pages/pages.ts";
import type { ResponseCache } from "#server/platform/routing/responseCache.ts";
import { networkForTurns } from "#server/platform/throttle/subscriber.ts";
import { mailLine } from "#server/platform/mail/mailLine.ts";
import type { FeedEntryRow } from "./changelogFeeds.queries.ts";
import { findLabelName, listFeedEntries } from "./changelogFeeds.queries.ts";
import { EntryDrawing } from "./entryDrawing.ts";
import type { Feed, FeedEntry } from "./feed.ts";
import type { FeedFormat } from "./writeFeed.ts";
import { FEED_FORMATS } from "./writeFeed.ts";

/** The time of a feed without entries. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** Maximum number of characters of an entry's summary. */
const SUMMARY_LENGTH = 300;

/**
 * Mounts the feeds of a company's changelog: `/changelog.atom`, `.rss` and `.json`, with `?label=`
 * for those of one label. Every reader gets what anonymous visitors see. Other hosts have no feeds.
 * @param inTurn the turns of pages, because drawing entries takes as long as drawing pages
 */
export function mountChangelogFeeds(
  app: FastifyInstance,
  responseCache: ResponseCache,
  inTurn: InTurn,
): void {
  const drawing = new EntryDrawing();
  const config = { isShared: true, queryNames: ["label"] };
  for (const format of Object.keys(FEED_FORMATS) as FeedFormat[]) {
    app.get(`/changelog.${format}`, { config }, async (request, reply) => {
      const { type, write } = FEED_FORMATS[format];
      const feed = await inTurn(networkForTurns(request.ip), () =>
        readFeed(request, format, drawing),
      );
      return sendFeed(request, reply, { responseCache, type, text: write(feed) });
    });
  }
}

/** @throws HttpError 404 on hosts without a company, and for an unknown label */
async function readFeed(
  request: FastifyRequest,
  format: FeedFormat,
  drawing: EntryDrawing,
): Promise<Feed> {
  const { hostCompany, db } = request.requestContext;
  if (!hostCompany || !db) throw notFound();
  const { origin, searchParams } = new URL(pageUrl(request));
  const given = searchParams.get("label");
  const label = given === null ? undefined : idQuery.safeParse(given).data;
  const companyId = hostCompany.id;
  const named =
    label === undefined ? undefined : await db.first(findLabelName, { companyId, label });
  if (given !== null && !named) throw notFound();
  const rows = await db.all(listFeedEntries({ byLabel: label !== undefined }), {
    companyId,
    label,
  });
  const entries: FeedEntry[] = [];
  for (const row of rows) entries.push(await feedEntry(row, { origin, companyId, drawing }));
  const query = label === undefined ? "" : `?label=${String(label)}`;
  const company = mailLine(hostCompany.name);
  return {
    title: `${company} changelog${named ? `: ${mailLine(named.name)}` : ""}`,
    description: `What is new at ${company}`,
    pageUrl: `${origin}/changelog${query}`,
    feedUrl: `${origin}/changelog.${format}${query}`,
    authorName: company,
    logoUrl: hostCompany.logoUrl && origin + hostCompany.logoUrl,
    updatedAt: rows.map(changedAt).toSorted().at(-1) ?? NEVER,
    entries,
  };
}

/** An entry counts as changed at the latest of its saving and its publication. */
const changedAt = ({ publishAt, updatedAt }: FeedEntryRow) =>
  updatedAt > publishAt ? updatedAt : publishAt;

async function feedEntry(
  row: FeedEntryRow,
  { drawing, ...place }: { origin: string; companyId: number; drawing: EntryDrawing },
): Promise<FeedEntry> {
  const { origin } = place;
  const { id, title, slug, labels, publishAt, createdAt, plainBody } = row;
  return {
    id: tagUri({ ...place, id, createdAt }),
    url: `${origin}/changelog/${slug}`,
    title,
    summary: mailLine(plainBody, SUMMARY_LENGTH),
    html: await drawing.htmlOf(row, place),
    imageUrl: row.coverUrl && origin + row.coverUrl,
    publishedAt: publishAt,
    updatedAt: changedAt(row),
    labels: labels.map(({ name }) => name),
  };
}

/** Returns an address that never changes and leads nowhere (RFC 4151). */
function tagUri(of: { origin: string; companyId: number; id: number; createdAt: string }): string {
  const host = new URL(of.origin).hostname;
  return `tag:${host},${of.createdAt.slice(0, 10)}:changelog/${String(of.companyId)}/${String(of.id)}`;
}

/** Sends a feed and caches it for all readers of the host, with 304 for who has it already. */
function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  { responseCache, type, text }: { responseCache: ResponseCache; type: string; text: string },
): FastifyReply {
  const body = Buffer.from(text);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-cache",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    vary: "accept-encoding",
    etag,
  };
  if (responseCache.shouldStore(request)) responseCache.store({ headers, body }, request);
  reply.headers(headers);
  return isKnown(request.headers["if-none-match"], etag)
    ? reply.code(304).send()
    : reply.send(body);
}

/** Whether the header names the current version, possibly as a weak one. */
function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}
