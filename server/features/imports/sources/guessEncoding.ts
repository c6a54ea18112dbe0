import type { ImportEncoding } from "#contract/importFormats.ts";
import { isOutOfMemory, openThreads } from "#server/platform/threads/openThreads.ts";

/** Milliseconds after which the guess is given up. It usually takes a tenth of a second. */
const TIMEOUT_MS = 10_000;

const threads = openThreads<Uint8Array, ImportEncoding>({
  source: "server/features/imports/sources/detectEncoding.ts",
  maxThreads: 1,
  heapMb: 256,
});

/**
 * Guesses the encoding of a text that is not Unicode, in a thread of its own. Short texts fit several
 * encodings, so that the guess can be wrong.
 */
export async function guessEncoding(bytes: Uint8Array): Promise<ImportEncoding> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await threads.run(bytes, signal);
  } catch (error) {
    if (signal.aborted || isOutOfMemory(error)) return "windows-1252";
    throw error;
  }
}
