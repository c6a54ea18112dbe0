import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { ApiError } from "#contract/errors.ts";

/** Id of the script element that carries the boot data. */
export const BOOT_ELEMENT_ID = "boot";

/**
 * The result of one query. It has no timestamp: the browser counts its age from the page's arrival.
 */
interface BootResult {
  readonly queryKey: QueryKey;
  readonly data?: unknown;
  /** Only if the query failed: the error as `ApiError.toJSON` writes it. */
  readonly error?: unknown;
}

/** The data that the browser needs to hydrate the server's HTML. */
export interface BootData {
  /** The server's clock at the render, in milliseconds since 1970. */
  readonly now: number;
  /** Position in the event stream: the page may have missed events after it. */
  readonly livePosition: string;
  readonly results: readonly BootResult[];
  /** The part that failed to load on the server; null if none did. */
  readonly failed: "frame" | "page" | null;
}

/** Boot data, with failed queries, as JSON that cannot close its script element. */
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

/** Fills the browser's query cache from the text that `bootJson` made. */
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
