import * as z from "zod/mini";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import { FetchRefusedError, guardedFetch } from "#server/platform/net/guardedFetch.ts";
import type { ProviderConfig } from "#server/platform/openId/providerFetch.ts";
import { admitsHttp, providerReach } from "#server/platform/openId/providerFetch.ts";
import { readProfilePicture } from "#server/platform/uploads/readPicture.ts";
import { saveFirstPicture } from "./profile.queries.ts";
import { findUserById } from "#server/features/users/users.queries.ts";

const ProviderPicture = z.object({ companyId: z.number(), userId: z.number(), url: z.string() });

/** The maximum size of a picture in bytes. */
const PICTURE_BYTES = 2 * 1024 * 1024;

interface PictureJob {
  db: SystemDb;
  changes: Pick<ChangeFeed, "publish">;
  config: ProviderConfig;
  /** How long the server of the picture has to answer. */
  milliseconds?: number;
}

/**
 * Gives an account without a picture the one that its provider names. Does nothing if the picture
 * cannot be fetched or drawn, because the account can do without.
 */
export async function fetchProviderPicture(job: PictureJob, payload: unknown): Promise<void> {
  const { db, changes } = job;
  const { companyId, userId, url } = ProviderPicture.parse(payload);
  if ((await db.first(findUserById, { userId }))?.pictureUrl !== null) return;
  const content = await draw(url, job).catch((error: unknown) => {
    if (error instanceof FetchRefusedError || error instanceof HttpError) return null;
    throw error;
  });
  // The person has possibly chosen a picture meanwhile.
  if (content === null || !(await db.first(saveFirstPicture, { userId, content }))) return;
  changes.publish({ companyId, isPrivate: false, events: [] });
}

/** Fetches and draws the picture. In a closed network, its server can be a private one, as providers. */
async function draw(
  url: string,
  { config, milliseconds = 10_000 }: Pick<PictureJob, "config" | "milliseconds">,
): Promise<Buffer | null> {
  if (!url.startsWith("https:") && !admitsHttp(url, config)) return null;
  const policy = { ...providerReach(url, config), bytes: PICTURE_BYTES, milliseconds };
  const { status, body } = await guardedFetch(url, policy);
  return status === 200 ? readProfilePicture(body) : null;
}
