import type { Query, QueryClient } from "@tanstack/react-query";

/**
 * Records when the last fetch of each query started. Its response contains all changes from before
 * that.
 */
export class FetchLog {
  readonly #startTimes = new WeakMap<Query, number>();

  /**
   * @param onResponse called after each response with the start time of its fetch
   * (`performance.now`)
   */
  constructor(client: QueryClient, onResponse: (startedAt: number) => void) {
    client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated") return;
      const { query, action } = event;
      // The next page of a list does not refresh the earlier pages.
      if (action.type === "fetch" && action.meta?.fetchMore === undefined) {
        this.#startTimes.set(query, performance.now());
      }
      if (action.type === "success" && !action.manual) onResponse(this.startedAt(query));
    });
  }

  /** 0 if the query was not fetched in this browser. */
  startedAt(query: Query): number {
    return this.#startTimes.get(query) ?? 0;
  }
}
