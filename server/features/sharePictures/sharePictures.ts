import { VISITOR } from "#server/platform/access/visibility.ts";
import { askProcess } from "#server/platform/uploads/askProcess.ts";
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { blackOrWhiteOn } from "#contract/color.ts";
import { findEntryBySlug } from "#server/features/changelog/entries.queries.ts";
import { programFile } from "#server/platform/config/projectRoot.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { createSemaphore } from "#server/platform/http/semaphore.ts";
import { mailLine } from "#server/platform/mail/mailLine.ts";
import { bySubscriber, countCall } from "#server/platform/routing/callLimits.ts";
import type { ResponseCache } from "#server/platform/routing/responseCache.ts";
import type { SharePicture } from "./drawSharePicture.ts";
import { fontSettings } from "./shareFonts.ts";

/** Services that show link previews request each picture once. */
const limits = [bySubscriber({ name: "share-picture-ip", attempts: 120, windowSeconds: 60 * 60 })];

/** Pictures are drawn one after the other, because each takes a process. */
const inTurn = createSemaphore(1, { mostWaiting: 50, longestWaitMs: 10_000 });

const DRAW = programFile("server/features/sharePictures/drawSharePicture.ts");

/** Milliseconds after which the process is killed. */
const TIMEOUT_MS = 10_000;

/**
 * Mounts the pictures that link previews of changelog entries show: the entry's title in the
 * company's colours. Everybody gets what anonymous visitors see.
 */
export function mountSharePictures(app: FastifyInstance, responseCache: ResponseCache): void {
  app.get<{ Params: { slug: string } }>(
    "/changelog/:slug/share.png",
    { config: { isShared: true, queryNames: [] } },
    async (request, reply) => {
      const { hostCompany, db } = request.requestContext;
      if (!hostCompany || !db) throw notFound();
      await countCall(limits, request.requestContext);
      const visitor = { companyId: hostCompany.id, viewerId: null, ...VISITOR };
      const entry = await db.first(findEntryBySlug, { ...visitor, slug: request.params.slug });
      if (!entry) throw notFound();
      const { primaryColor } = { ...DEFAULT_BRANDING, ...hostCompany.brandingSettings };
      const body = await drawSharePicture({
        title: mailLine(entry.title, 200),
        company: mailLine(hostCompany.name, 60),
        background: primaryColor,
        text: blackOrWhiteOn(primaryColor),
      });
      const headers = {
        "content-type": "image/png",
        "cache-control": "public, max-age=3600",
        "cross-origin-resource-policy": "cross-origin",
        etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
      };
      if (responseCache.shouldStore(request)) responseCache.store({ headers, body }, request);
      return reply.headers(headers).send(body);
    },
  );
}

/** Draws a picture in a process of its own. */
export async function drawSharePicture(picture: SharePicture): Promise<Buffer> {
  const settings = await fontSettings();
  return inTurn(async () => {
    const env = { FONTCONFIG_FILE: settings };
    const outcome = await askProcess<Uint8Array>(DRAW, picture, { env, timeoutMs: TIMEOUT_MS });
    if ("answer" in outcome) return Buffer.from(outcome.answer);
    throw new Error(`The process that draws share pictures ended with ${String(outcome.exitCode)}`);
  });
}
