import { HttpError, tooManyRequests } from "#server/platform/http/httpError.ts";

/** Maximum number of uploads in memory at once. Each upload has at most 5 MB. */
const SLOTS = 16;
/** Maximum number of uploads at once per account or client address. */
const SLOTS_PER_OWNER = 3;

const taken = new Map<string, number>();

/**
 * Runs `work` while an upload of `owner` occupies a slot.
 * @throws HttpError 429 if the owner has too many uploads running, 503 if all slots are taken
 */
export async function inUploadSlot<T>(owner: string, work: () => Promise<T>): Promise<T> {
  const own = taken.get(owner) ?? 0;
  if (own >= SLOTS_PER_OWNER) throw tooManyRequests(1);
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
