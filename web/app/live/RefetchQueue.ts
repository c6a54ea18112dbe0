import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Milliseconds until all server processes have received a change
 * (server/platform/changes/changeFeed.ts). Refetches wait for this long. An earlier refetch could
 * reach a process that has not received the change yet.
 */
const PROPAGATION_MS = 150;

/**
 * Refetches wait up to this many additional milliseconds, chosen at random, so that pages do not
 * all refetch at once.
 */
const JITTER_MS = 300;

/** Minimum number of milliseconds between two rounds of refetches. */
const PAUSE_MS = 500;

/**
 * Refetches queries after live events, in batches. A query whose last fetch started after the event
 * is assumed to have the change and is not refetched.
 */
export class RefetchQueue {
  readonly #client: QueryClient;
  readonly #log: Pick<FetchLog, "startedAt">;
  /** Queries to refetch, each with the time of its last event. */
  readonly #outdated = new Map<Query, number>();
  #isWaiting = false;

  constructor(client: QueryClient, log: Pick<FetchLog, "startedAt">) {
    this.#client = client;
    this.#log = log;
  }

  /** Adds every query whose key starts with `queryKey`. */
  add(queryKey: QueryKey): void {
    for (const query of this.#client.getQueryCache().findAll({ queryKey })) {
      this.#outdated.set(query, performance.now());
    }
    this.#wait();
  }

  #wait(): void {
    if (this.#isWaiting || this.#outdated.size === 0) return;
    this.#isWaiting = true;
    setTimeout(() => void this.#flush(), PROPAGATION_MS + Math.random() * JITTER_MS);
  }

  async #flush(): Promise<void> {
    // The response to a running fetch possibly lacks the change, so a query that is being fetched
    // waits for the next round.
    const due = [...this.#outdated].filter(([query]) => query.state.fetchStatus === "idle");
    for (const [query] of due) this.#outdated.delete(query);
    const outdated = due.filter(
      ([query, eventAt]) => this.#log.startedAt(query) <= eventAt && !isAlreadyInvalidated(query),
    );
    await Promise.all(outdated.map(([query]) => this.#refetch(query)));
    setTimeout(() => {
      this.#isWaiting = false;
      this.#wait();
    }, PAUSE_MS);
  }

  /**
   * Invalidates the query. Queries that no component uses are fetched when they are next used. If
   * the fetch fails, the old data stays in the cache.
   */
  #refetch({ queryKey }: Query): Promise<void> {
    return this.#client.invalidateQueries({ queryKey, exact: true });
  }
}

/**
 * Whether the query was invalidated earlier but has not been refetched. Either no component uses
 * the query, or a mutation has invalidated it, for instance because the query's item was deleted.
 */
function isAlreadyInvalidated({ state: { isInvalidated, status } }: Query): boolean {
  return isInvalidated && status === "success";
}

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
