import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { FetchLog } from "./FetchLog.ts";

/** Before that another process, which a page may happen to ask, need not have heard of it (server/platform/changes/changeFeed.ts), in milliseconds. */
const HEARD_BY_ALL_MS = 150;

/** Pages that hear the same thing ask at different moments within so many milliseconds. */
const SPREAD_MS = 300;

/** Where much happens, a page asks again this long after its last answers at the earliest. */
const PAUSE_MS = 500;

/**
 * Fetches queries again for what the server told, together and not more often than needed: a fetch that began after the telling has seen the
 * change, whoever began it.
 */
export class RefetchQueue {
  readonly #client: QueryClient;
  readonly #log: Pick<FetchLog, "begunAt">;
  /** With when it was told last that they are outdated. */
  readonly #outdated = new Map<Query, number>();
  #isWaiting = false;

  constructor(client: QueryClient, log: Pick<FetchLog, "begunAt">) {
    this.#client = client;
    this.#log = log;
  }

  /** Every query whose key begins like this. */
  add(queryKey: QueryKey): void {
    for (const query of this.#client.getQueryCache().findAll({ queryKey })) {
      this.#outdated.set(query, performance.now());
    }
    this.#wait();
  }

  #wait(): void {
    if (this.#isWaiting || this.#outdated.size === 0) return;
    this.#isWaiting = true;
    setTimeout(() => void this.#flush(), HEARD_BY_ALL_MS + Math.random() * SPREAD_MS);
  }

  async #flush(): Promise<void> {
    // What is under way may have been read before; its turn comes when it is done.
    const due = [...this.#outdated].filter(([query]) => query.state.fetchStatus === "idle");
    for (const [query] of due) this.#outdated.delete(query);
    const withoutInvalidation = due.filter(
      ([query, toldAt]) => this.#log.begunAt(query) <= toldAt && !isLeftForLater(query),
    );
    await Promise.all(withoutInvalidation.map(([query]) => this.#fetchAgain(query)));
    setTimeout(() => {
      this.#isWaiting = false;
      this.#wait();
    }, PAUSE_MS);
  }

  /** What is on no screen is fetched when it is shown again. A failure leaves what is shown. */
  #fetchAgain({ queryKey }: Query): Promise<void> {
    return this.#client.invalidateQueries({ queryKey, exact: true });
  }
}

/** Whether it waits for its next showing, by the will of whoever changed what it reads: an item that was deleted here is not asked for again. */
function isLeftForLater({ state: { isInvalidated, status } }: Query): boolean {
  return isInvalidated && status === "success";
}
