import type { Query, QueryClient } from "@tanstack/react-query";

/**
 * Records when the last fetch of each query started. The response to a fetch is assumed to contain
 * every change that was made before the fetch started.
 */
export class FetchLog {
  readonly #startTimes = new WeakMap<Query, number>();

  /**
   * @param onResponse called after each successful response. `startedAt` is the value that
   * `FetchLog.startedAt` returns for the query of the response.
   */
  constructor(client: QueryClient, onResponse: (startedAt: number) => void) {
    client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated") return;
      const { query, action } = event;
      // A fetch of a list's next page is not recorded, because it does not refresh earlier pages.
      if (action.type === "fetch" && action.meta?.fetchMore === undefined) {
        this.#startTimes.set(query, performance.now());
      }
      if (action.type === "success" && !action.manual) onResponse(this.startedAt(query));
    });
  }

  /**
   * Returns when the query's last fetch started (`performance.now`), or 0 if the query has not been
   * fetched since the document was loaded.
   */
  startedAt(query: Query): number {
    return this.#startTimes.get(query) ?? 0;
  }
}
