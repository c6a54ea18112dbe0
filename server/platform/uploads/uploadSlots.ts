import { HttpError, tooManyRequests } from "#server/platform/http/httpError.ts";

/** Uploads held in memory at once, each of 5 MB at most, so that memory stays bounded however many arrive. */
const SLOTS = 16;
/** Of them for one account, so that nobody takes them all. */
const SLOTS_OF_ONE = 3;

const taken = new Map<string, number>();

/**
 * Runs `work` while an upload of `owner` may take memory.
 * @throws HttpError 429 when the owner has too many under way, 503 when everyone together has
 */
export async function inUploadSlot<T>(owner: string, work: () => Promise<T>): Promise<T> {
  const own = taken.get(owner) ?? 0;
  if (own >= SLOTS_OF_ONE) throw tooManyRequests(1);
  if ([...taken.values()].reduce((sum, count) => sum + count, 0) >= SLOTS) {
    throw new HttpError(503, "The service is briefly unavailable. Please try again.", {
      headers: { "retry-after": "2" },
    });
  }
  taken.set(owner, own + 1);
  try {
    return await work();
  } finally {
    const left = (taken.get(owner) ?? 1) - 1;
    if (left > 0) taken.set(owner, left);
    else taken.delete(owner);
  }
}
