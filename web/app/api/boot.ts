import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { ApiError } from "#contract/errors.ts";

/** Id of the script element that contains the boot data. */
export const BOOT_ELEMENT_ID = "boot";

/**
 * The result of one query. It has no timestamp, because the browser measures the age of the data
 * from the time when it receives the page.
 */
interface BootResult {
  readonly queryKey: QueryKey;
  readonly data?: unknown;
  /** The error in the form that `ApiError.toJSON` writes; missing if the query succeeded. */
  readonly error?: unknown;
}

/** The data that the browser needs to hydrate the server's HTML. */
export interface BootData {
  /** The server's time when it rendered the page, in milliseconds since 1970. */
  readonly now: number;
  /**
   * Position in the event stream. The page has all changes up to this position, and possibly lacks
   * later changes.
   */
  readonly livePosition: string;
  readonly results: readonly BootResult[];
  /**
   * The part that failed to load on the server (`FailedPart`); null if the page was rendered, even
   * if some of its queries failed.
   */
  readonly failed: "frame" | "page" | null;
}

/**
 * Returns the boot data, including failed queries, as JSON that cannot close its script element.
 */
export function bootJson(client: QueryClient, rest: Omit<BootData, "results">): string {
  const results = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status !== "pending")
    .map(({ queryKey, state: { data, error } }) =>
      error ? { queryKey, error } : { queryKey, data },
    );
  return JSON.stringify({ ...rest, results } satisfies BootData).replaceAll(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Fills the browser's query cache from the JSON of `bootJson`. Returns the other boot data. */
export function hydrateFromBoot(client: QueryClient, text: string): Omit<BootData, "results"> {
  const { results, ...rest } = JSON.parse(text) as BootData;
  for (const { queryKey, data, error: json } of results) {
    if (json === undefined) {
      client.setQueryData(queryKey, data);
      continue;
    }
    const error = revivedError(json);
    const query = client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey }));
    query.setState({ status: "error", error, errorUpdateCount: 1, fetchFailureReason: error });
  }
  return rest;
}

function revivedError(json: unknown): ApiError {
  const { status, bodyText } = json as Partial<ReturnType<ApiError["toJSON"]>>;
  return typeof status === "number" && typeof bodyText === "string"
    ? new ApiError(status, bodyText)
    : new ApiError(500, JSON.stringify({ message: "Something went wrong" }));
}
