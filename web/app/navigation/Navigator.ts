import { adoptEntry, newKey, readEntry } from "./historyEntry.ts";
import { showBusy } from "./showBusy.ts";
import type { ScrollMemory } from "./ScrollMemory.ts";
import type { Location, RouteState } from "./routeState.ts";

/** An absolute path with query and hash, or what changes of the present address; without a hash there is none. */
export type Target = string | Partial<Pick<Location, "pathname" | "search" | "hash">>;

export interface NavigateOptions {
  /** Takes the present page's place in the history. */
  readonly replace?: boolean;
  /** Left in the history's entry, and found there again in `Location.state`. */
  readonly state?: unknown;
  /** Stays as far down as it is. */
  readonly keepScroll?: boolean;
}

/** What an address leads to: something to show, or another address. */
export type Loaded = Pick<RouteState, "params" | "content"> | { readonly redirect: string };

/** Never rejects: what fails is content, too. */
export type Load = (url: URL) => Promise<Loaded>;

/** Is asked before another page is opened. */
export interface Guard {
  /** Whether the visitor has to agree first. `to` is null where the whole document goes. */
  readonly mustAsk: (from: Location, to: URL | null) => boolean;
  /** Asks; `leave` goes on. */
  readonly ask: (leave: () => void) => void;
}

interface Trip {
  readonly url: URL;
  /** What becomes of the history: "none" where the browser has moved in it already. */
  readonly entry: "push" | "replace" | "none";
  readonly key: string;
  readonly state: unknown;
  readonly keepScroll: boolean;
}

/** Leads from page to page within one document. The last wish counts: what an earlier one has loaded by then is not shown. */
export class Navigator {
  readonly #load: Load;
  readonly #scroll: ScrollMemory;
  readonly #listeners = new Set<(route: RouteState) => void>();
  #route: RouteState;
  #index = 0;
  /** The last wish, until it has arrived. */
  #underWay: Trip | null = null;
  #guard: Guard | null = null;
  #isAgreed = false;
  #onceUndone: (() => void) | null = null;

  /** Starts with what the document shows, on the history's present entry. */
  constructor(load: Load, scroll: ScrollMemory, first: Pick<RouteState, "params" | "content">) {
    this.#load = load;
    this.#scroll = scroll;
    const { key, index, state } = readEntry() ?? adoptEntry(0);
    this.#index = index;
    this.#route = {
      ...first,
      location: locationOf(new URL(window.location.href), { key, state }),
      scroll: scroll.positionOf(key) ?? "keep",
    };
  }

  get route(): RouteState {
    return this.#route;
  }

  /** Follows Back and Forward from now on. */
  start(): void {
    window.addEventListener("popstate", () => this.#followHistory());
    this.#scroll.start(() => this.#route.location.key);
  }

  /** Tells of every page that comes; gives what ends it. */
  subscribe(listener: (route: RouteState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Has `guard` asked before each departure, one at a time; gives what ends it. */
  watch(guard: Guard): () => void {
    this.#guard = guard;
    return () => {
      if (this.#guard === guard) this.#guard = null;
    };
  }

  /** @throws Error for an address of another origin */
  readonly navigate = (target: Target, options: NavigateOptions = {}): void => {
    const { replace = false, state = null, keepScroll = false } = options;
    const url = this.#resolve(target);
    this.#askFirst(url, () =>
      this.#travel({ url, entry: replace ? "replace" : "push", key: newKey(), state, keepScroll }),
    );
  };

  /**
   * Changes the query of the page at `pathname`, going on from the last wish, which may still be on its way. Does nothing once that leads
   * to another page: whoever asks belongs to one that is being left.
   */
  readonly changeQuery = (
    pathname: string,
    change: (current: URLSearchParams) => URLSearchParams,
    options: NavigateOptions,
  ): void => {
    const wish = this.#underWay?.url ?? this.#route.location;
    if (wish.pathname !== pathname) return;
    const search = change(new URLSearchParams(wish.search)).toString();
    // What is on its way as a step of its own stays one.
    const replace = options.replace && this.#underWay?.entry !== "push";
    this.navigate({ pathname, search }, { ...options, replace });
  };

  /** Does what ends this document, once the visitor agrees. */
  readonly leave = (go: () => void): void => this.#askFirst(null, go);

  #askFirst(to: URL | null, leave: () => void): void {
    if (this.#guard?.mustAsk(this.#route.location, to)) this.#guard.ask(leave);
    else leave();
  }

  #resolve(target: Target): URL {
    const { origin } = window.location;
    const { pathname, search } = this.#route.location;
    const url = new URL(
      typeof target === "string" ? target : origin + pathname,
      origin + pathname + search,
    );
    if (typeof target !== "string") Object.assign(url, { search, hash: "", ...target });
    if (url.origin !== origin) throw new Error("Only pages of this origin are opened in place");
    return url;
  }

  #followHistory(): void {
    const previousIndex = this.#index;
    // An entry that is not ours came after the present one, by a link within the page.
    const { key, index, state } = readEntry() ?? adoptEntry(previousIndex + 1);
    this.#index = index;
    if (this.#onceUndone) {
      this.#onceUndone();
      this.#onceUndone = null;
      return;
    }
    const url = new URL(window.location.href);
    const isAgreed = this.#isAgreed;
    this.#isAgreed = false;
    const steps = index - previousIndex;
    if (!isAgreed && steps !== 0 && this.#guard?.mustAsk(this.#route.location, url)) {
      this.#askAfterwards(this.#guard, steps);
      return;
    }
    this.#travel({ url, entry: "none", key, state, keepScroll: false });
  }

  /** The browser has gone already: it is sent back, and there again once the visitor has agreed. */
  #askAfterwards(guard: Guard, steps: number): void {
    const undone = new Promise<void>((resolve) => {
      this.#onceUndone = resolve;
    });
    window.history.go(-steps);
    const goAgain = async () => {
      await undone;
      this.#isAgreed = true;
      window.history.go(steps);
    };
    guard.ask(() => void goAgain());
  }

  #travel(trip: Trip): void {
    showBusy(true);
    this.#scroll.note(this.#route.location.key);
    void this.#follow(trip);
  }

  /** Also where the address leads on to another. */
  async #follow(trip: Trip): Promise<void> {
    this.#underWay = trip;
    if (isWithinPage(this.#route.location, trip.url)) {
      this.#arrive(trip, this.#route);
      return;
    }
    const loaded = await this.#load(trip.url);
    if (trip !== this.#underWay) return;
    if (!("redirect" in loaded)) {
      this.#arrive(trip, loaded);
      return;
    }
    const url = this.#resolve(loaded.redirect);
    await this.#follow({
      ...trip,
      url,
      entry: trip.entry === "replace" ? "replace" : "push",
      key: newKey(),
      state: null,
    });
  }

  #arrive(trip: Trip, { params, content }: Pick<RouteState, "params" | "content">): void {
    const { url, entry, key, state, keepScroll } = trip;
    this.#underWay = null;
    showBusy(false);
    if (entry === "push") this.#index += 1;
    const written = { key, index: this.#index, state };
    if (entry === "push") window.history.pushState(written, "", url);
    if (entry === "replace") window.history.replaceState(written, "", url);
    const scroll = this.#scroll.positionOf(key) ?? (keepScroll ? "keep" : "start");
    this.#route = { location: locationOf(url, { key, state }), params, content, scroll };
    for (const listener of this.#listeners) listener(this.#route);
  }
}

function locationOf(
  { pathname, search, hash }: URL,
  { key, state }: Pick<Location, "key" | "state">,
): Location {
  return { pathname, search, hash, key, state };
}

function isWithinPage(from: Location, to: URL): boolean {
  return to.hash !== "" && to.pathname === from.pathname && to.search === from.search;
}
