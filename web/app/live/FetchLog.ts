import type { Query, QueryClient } from "@tanstack/react-query";

/** Knows when each query's last fetch began: what the server told before that, its answer has seen. */
export class FetchLog {
  readonly #begun = new WeakMap<Query, number>();

  /** @param onAnswer called after each answer, with when its fetch began, by the clock of `performance.now` */
  constructor(client: QueryClient, onAnswer: (begunAt: number) => void) {
    client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated") return;
      const { query, action } = event;
      // The next page of a list says nothing of those before it.
      if (action.type === "fetch" && action.meta?.fetchMore === undefined) {
        this.#begun.set(query, performance.now());
      }
      if (action.type === "success" && !action.manual) onAnswer(this.begunAt(query));
    });
  }

  /** 0 where nothing was fetched in this browser. */
  begunAt(query: Query): number {
    return this.#begun.get(query) ?? 0;
  }
}
