import type { Query, QueryClient } from "@tanstack/react-query";

/**
 * Records when the last fetch of each query started. Its response contains all changes from before
 * that.
 */
export class FetchLog {
  readonly #begun = new WeakMap<Query, number>();

  /**
   * @param onAnswer called after each response with the start of its fetch, as `performance.now`
   * tells it
   */
  constructor(client: QueryClient, onAnswer: (begunAt: number) => void) {
    client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated") return;
      const { query, action } = event;
      // The next page of a list does not refresh the earlier pages.
      if (action.type === "fetch" && action.meta?.fetchMore === undefined) {
        this.#begun.set(query, performance.now());
      }
      if (action.type === "success" && !action.manual) onAnswer(this.begunAt(query));
    });
  }

  /** 0 if the query was not fetched in this browser. */
  begunAt(query: Query): number {
    return this.#begun.get(query) ?? 0;
  }
}
