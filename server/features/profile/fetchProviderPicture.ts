import * as z from "zod/mini";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import { FetchRefusedError, guardedFetch } from "#server/platform/net/guardedFetch.ts";
import { readProfilePicture } from "#server/platform/uploads/readPicture.ts";
import { savePicture } from "./profile.queries.ts";
import { findUserById } from "#server/features/users/users.queries.ts";

const ProviderPicture = z.object({ companyId: z.number(), userId: z.number(), url: z.string() });

/** The maximum size of a picture in bytes. */
const PICTURE_BYTES = 2 * 1024 * 1024;

/**
 * Gives an account without a picture the one that its provider names. Does nothing if the picture
 * cannot be fetched or drawn, because the account can do without.
 */
export async function fetchProviderPicture(
  db: SystemDb,
  changes: Pick<ChangeFeed, "publish">,
  payload: unknown,
): Promise<void> {
  const { companyId, userId, url } = ProviderPicture.parse(payload);
  if ((await db.first(findUserById, { userId }))?.pictureUrl !== null) return;
  const content = await draw(url).catch((error: unknown) => {
    if (error instanceof FetchRefusedError || error instanceof HttpError) return null;
    throw error;
  });
  if (content === null) return;
  await db.all(savePicture, { userId, content });
  changes.publish({ companyId, isPrivate: false, events: [] });
}

async function draw(url: string): Promise<Buffer | null> {
  if (!url.startsWith("https:")) return null;
  const { status, body } = await guardedFetch(url, { bytes: PICTURE_BYTES, milliseconds: 10_000 });
  return status === 200 ? readProfilePicture(body) : null;
}
