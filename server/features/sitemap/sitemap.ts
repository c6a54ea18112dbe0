import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "#server/platform/http/httpError.ts";
import { pageUrl } from "#server/platform/pages/pageUrl.ts";
import type { ResponseCache } from "#server/platform/routing/responseCache.ts";
import {
  FILE_ITEMS,
  listEntrySlugs,
  listPublicBoards,
  listPublicItems,
} from "./sitemap.queries.ts";

/** Maximum number of files per board. The files contain the newest 50,000 items of the board. */
const MOST_FILES = 50;

const FILE_NAME = /^(?<boardId>[1-9]\d{0,14})-(?<page>[1-9]\d?)$/;

/** The public pages of a company that are not below /board or /feedback/{id}. */
const COMPANY_PAGES = ["/roadmap", "/feedback", "/changelog"];

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * The paths that search engines should not request: the API, the login page, and pages for
 * signed-in users only.
 */
const DISALLOWED = ["/api/", "/admin/", "/company/", "/login", "/settings", "/notifications"];

/**
 * Mounts `/robots.txt` and `/sitemap.xml` of each host. `/sitemap.xml` is an index of files with at
 * most `FILE_ITEMS` items each. The paths of the files are equal and only their queries differ,
 * because a sitemap must not list pages outside its own folder. Every viewer gets what anonymous
 * visitors see, so that nothing private is listed.
 */
export function mountSitemap(app: FastifyInstance, responseCache: ResponseCache): void {
  const mount = (
    path: string,
    type: string,
    content: (request: FastifyRequest) => Promise<string>,
  ) =>
    app.get(path, { config: { isShared: true, queryNames: ["file"] } }, async (request, reply) =>
      sendShared(request, reply, { responseCache, type, text: await content(request) }),
    );
  mount("/robots.txt", "text/plain", async (request) =>
    [
      "User-agent: *",
      ...DISALLOWED.map((path) => `Disallow: ${path}`),
      `Sitemap: ${originOf(request)}/sitemap.xml`,
      "",
    ].join("\n"),
  );
  mount("/sitemap.xml", "application/xml", async (request) => {
    const file = new URL(pageUrl(request)).searchParams.get("file");
    if (file === null) return listFiles(request);
    return file === "pages" ? listPages(request) : listItems(request, file);
  });
}

const originOf = (request: FastifyRequest) => new URL(pageUrl(request)).origin;

/** Returns the public boards of the host's company, or nothing on the product's own host. */
async function publicBoards({ requestContext: { hostCompany, db } }: FastifyRequest) {
  return hostCompany && db ? db.all(listPublicBoards, { companyId: hostCompany.id }) : [];
}

async function listFiles(request: FastifyRequest): Promise<string> {
  const boards = await publicBoards(request);
  const files = boards.flatMap(({ id, items }) => {
    const length = Math.min(Math.ceil(items / FILE_ITEMS), MOST_FILES);
    return Array.from({ length }, (_, file) => `${String(id)}-${String(file + 1)}`);
  });
  const addresses = ["pages", ...files].map((file) => `/sitemap.xml?file=${file}`);
  return xmlOf("sitemapindex", "sitemap", addresses, originOf(request));
}

async function listPages(request: FastifyRequest): Promise<string> {
  const { hostCompany, db } = request.requestContext;
  const boards = await publicBoards(request);
  const entries =
    hostCompany && db ? await db.all(listEntrySlugs, { companyId: hostCompany.id }) : [];
  const pages = hostCompany
    ? [
        ...COMPANY_PAGES,
        ...boards.map(({ slug }) => `/board/${slug}`),
        ...entries.map(({ slug }) => `/changelog/${slug}`),
      ]
    : ["/"];
  return xmlOf("urlset", "url", pages, originOf(request));
}

/** Returns a file of a board's items. The file's name consists of the board's id and a number. */
async function listItems(request: FastifyRequest, name: string): Promise<string> {
  const { hostCompany, db } = request.requestContext;
  const { boardId, page } = FILE_NAME.exec(name)?.groups ?? {};
  if (!hostCompany || !db || boardId === undefined || Number(page) > MOST_FILES) throw notFound();
  const params = { companyId: hostCompany.id, boardId: Number(boardId) };
  const items = await db.all(listPublicItems(Number(page)), params);
  if (items.length === 0) throw notFound();
  const paths = items.map(({ id }) => `/feedback/${String(id)}`);
  return xmlOf("urlset", "url", paths, originOf(request));
}

/**
 * Returns a sitemap file. Origin and paths need no escaping for XML, because a host name and a slug
 * consist of letters, digits, dots and hyphens.
 */
function xmlOf(list: string, entry: string, paths: readonly string[], origin: string): string {
  const entries = paths.map((path) => `<${entry}><loc>${origin}${path}</loc></${entry}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} ${XMLNS}>\n${entries.join("")}</${list}>\n`;
}

/** Sends a response and caches it for all visitors of the host. */
function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  { responseCache, type, text }: { responseCache: ResponseCache; type: string; text: string },
): FastifyReply {
  const body = Buffer.from(text);
  const headers = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-cache",
    vary: "accept-encoding",
  };
  if (responseCache.shouldStore(request)) responseCache.store({ headers, body }, request);
  return reply.headers(headers).send(body);
}
