import type { DehydratedState, QueryClient } from "@tanstack/react-query";
import { dehydrate, hydrate } from "@tanstack/react-query";
import { ApiError } from "#contract/errors.ts";

/** Id of the script element that carries the boot data. */
export const BOOT_ELEMENT_ID = "boot";

/** What the browser needs to draw the first view exactly as the server did. */
export interface BootData {
  /** The server's clock at the render, in milliseconds since 1970. */
  readonly now: number;
  /** From here on the page has to be told what changes. */
  readonly livePosition: string;
  readonly queries: DehydratedState;
  /** The part that failed, and shows so; null if none did. */
  readonly failed: "frame" | "page" | null;
}

/** Boot data as JSON that cannot close its script element. Failed queries are in it, too. */
export function bootJson(client: QueryClient, rest: Omit<BootData, "queries">): string {
  const queries = dehydrate(client, { shouldDehydrateQuery: ({ state }) => state.status !== "pending" });
  const boot: BootData = { ...rest, queries };
  return JSON.stringify(boot)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}

/** Fills the browser's client with what the server fetched. `text` is what `bootJson` made. */
export function hydrateFromBoot(client: QueryClient, text: string): Omit<BootData, "queries"> {
  const boot = JSON.parse(text) as BootData;
  const fetchedAt = Date.now();
  for (const { state } of boot.queries.queries) {
    // By the browser's own clock: the page is as fresh as its arrival, however wrong that clock may be.
    if (state.data !== undefined) state.dataUpdatedAt = fetchedAt;
    if (state.error) {
      state.error = revivedError(state.error);
      state.fetchFailureReason = state.error;
    }
  }
  hydrate(client, boot.queries);
  return boot;
}

function revivedError(json: unknown): ApiError {
  const { status, bodyText } = json as Partial<ReturnType<ApiError["toJSON"]>>;
  return typeof status === "number" && typeof bodyText === "string"
    ? new ApiError(status, bodyText)
    : new ApiError(500, JSON.stringify({ message: "Something went wrong" }));
}
