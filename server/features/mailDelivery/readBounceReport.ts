import type { RawBody } from "#contract/endpoint.ts";
import { createSemaphore } from "#server/platform/http/semaphore.ts";
import { isOutOfMemory, openThreads } from "#server/platform/threads/openThreads.ts";
import type { BounceReport } from "./parseBounceReport.ts";

/** Milliseconds after which a report counts as unreadable. The worst of 64 kB takes half a second. */
const TIMEOUT_MS = 10_000;

const threads = openThreads<RawBody, BounceReport | null>({
  source: "server/features/mailDelivery/parseBounceReport.ts",
  maxThreads: 1,
  heapMb: 32,
});

/** The time limit counts from the moment at which the thread is free. */
const reading = createSemaphore(1, { mostWaiting: 100, longestWaitMs: 10_000 });

/**
 * Parses a delivery status notification in a thread of its own. Returns null if the body is no such
 * notification, contains no recipient, or cannot be read within the time and memory limits.
 * @throws HttpError 503 if too many reports wait
 */
export function readBounceReport(
  body: RawBody,
  timeoutMs = TIMEOUT_MS,
): Promise<BounceReport | null> {
  return reading(async () => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await threads.run(body, signal);
    } catch (error) {
      if (signal.aborted || isOutOfMemory(error)) return null;
      throw error;
    }
  });
}
