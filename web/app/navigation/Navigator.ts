import type { HistoryEntry } from "./historyEntry.ts";
import { adoptEntry, newKey, readEntry } from "./historyEntry.ts";
import type { Location, RouteState } from "./routeState.ts";
import type { ScrollMemory } from "./ScrollMemory.ts";

/**
 * An absolute path with query and hash, or the parts that differ from the current URL. The current
 * hash is never reused.
 */
type Target = string | Partial<Pick<Location, "pathname" | "search" | "hash">>;

export interface NavigateOptions {
  /** Whether the navigation replaces the current history entry. */
  readonly replace?: boolean;
  /** State to store in the history entry. The new page reads it from `Location.state`. */
  readonly state?: unknown;
  /** Whether the page keeps its scroll position. */
  readonly keepScroll?: boolean;
}

/** The result of loading a URL: content, or a redirect. */
type Loaded = Pick<RouteState, "params" | "content"> | { readonly redirect: string };

/** Loads the content of a URL. Never rejects: failures are returned as content. */
type Load = (url: URL) => Promise<Loaded>;

/** Can delay a navigation until the user confirms it. */
export interface Guard {
  /**
   * Whether the user must confirm the navigation. `to` is null if the document will be unloaded.
   */
  readonly shouldBlock: (from: Location, to: URL | null) => boolean;
  /** Asks the user for confirmation. `leave` continues the navigation. */
  readonly confirm: (leave: () => void) => void;
}

interface Navigation extends Pick<Location, "key" | "state" | "previous"> {
  readonly url: URL;
  /**
   * How the navigation changes the history; "none" if the browser has already moved to another
   * entry.
   */
  readonly entry: "push" | "replace" | "none";
  readonly keepScroll: boolean;
  /** Whether the page is loaded even if only the hash of its URL would change. */
  readonly isLoadedAgain?: true;
}

/**
 * Navigates between pages within one document. Only the latest navigation finishes: the results of
 * earlier navigations are discarded.
 */
export class Navigator {
  readonly #load: Load;
  readonly #scroll: ScrollMemory;
  readonly #listeners = new Set<(route: RouteState) => void>();
  #route: RouteState;
  #index = 0;
  /** The latest navigation; null after it has finished. */
  #pending: Navigation | null = null;
  #guard: Guard | null = null;
  #isConfirmed = false;
  #onRestored: (() => void) | null = null;

  /** Starts with the rendered page, on the current history entry. */
  constructor(load: Load, scroll: ScrollMemory, first: Pick<RouteState, "params" | "content">) {
    this.#load = load;
    this.#scroll = scroll;
    const { index, ...entry } = readEntry() ?? adoptEntry(0, null);
    this.#index = index;
    this.#route = {
      ...first,
      location: locationOf(new URL(window.location.href), entry),
      scroll: scroll.positionOf(entry.key) ?? "keep",
    };
  }

  get route(): RouteState {
    return this.#route;
  }

  /** Starts to handle the browser's Back and Forward. */
  start(): void {
    window.addEventListener("popstate", () => this.#followHistory());
    this.#scroll.start(() => this.#route.location.key);
  }

  /** Calls `listener` with each new route. Returns a function that unsubscribes. */
  subscribe(listener: (route: RouteState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Sets the guard that is consulted before each navigation. A new guard replaces the previous
   * guard. Returns a function that removes the guard.
   */
  setGuard(guard: Guard): () => void {
    this.#guard = guard;
    return () => {
      if (this.#guard === guard) this.#guard = null;
    };
  }

  /** @throws Error for a URL of another origin */
  readonly navigate = (target: Target, options: NavigateOptions = {}): void => {
    const { replace = false, state = null, keepScroll = false } = options;
    const url = this.#resolve(target);
    const entry = replace ? "replace" : "push";
    const previous = this.#previousOf(url, entry);
    this.#confirmFirst(url, () =>
      this.#begin({ url, entry, key: newKey(), state, previous, keepScroll }),
    );
  };

  /**
   * Changes the query of the page at `pathname`. If a navigation is pending, the change is applied
   * to the query of that navigation. Does nothing if the pending navigation opens another page,
   * because the caller belongs to the page that is being left.
   */
  readonly changeQuery = (
    pathname: string,
    change: (current: URLSearchParams) => URLSearchParams,
    options: NavigateOptions,
  ): void => {
    const latest = this.#pending?.url ?? this.#route.location;
    if (latest.pathname !== pathname) return;
    const search = change(new URLSearchParams(latest.search)).toString();
    // If the pending navigation adds a history entry, this change must not replace that entry.
    const replace = options.replace && this.#pending?.entry !== "push";
    this.navigate({ pathname, search }, { ...options, replace });
  };

  /**
   * Runs `go`, which unloads the document. If the guard requires a confirmation, asks the user to
   * confirm before `go` runs.
   */
  readonly leave = (go: () => void): void => this.#confirmFirst(null, go);

  /** The URL of the pending navigation or, if there is none, of the shown page. */
  get target(): URL {
    return this.#pending?.url ?? new URL(window.location.href);
  }

  /** Loads the page of `target` again. */
  loadAgain(): void {
    const { key, state, previous } = this.#route.location;
    const url = this.target;
    const shown = { url, entry: "none", key, state, previous, keepScroll: true } as const;
    this.#begin({ ...(this.#pending ?? shown), isLoadedAgain: true });
  }

  #confirmFirst(to: URL | null, leave: () => void): void {
    if (this.#guard?.shouldBlock(this.#route.location, to)) this.#guard.confirm(leave);
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

  /** Returns the page from which a new entry is opened. */
  #previousOf({ pathname }: URL, entry: "push" | "replace"): string | null {
    const { location } = this.#route;
    const isSamePage = entry === "replace" || pathname === location.pathname;
    return isSamePage ? location.previous : location.pathname + location.search + location.hash;
  }

  #followHistory(): void {
    const previousIndex = this.#index;
    // If an entry has no state of the app, the user has followed a link to a fragment of the page.
    // The browser has then added this entry after the previous entry.
    const { index, ...entry } =
      readEntry() ?? adoptEntry(previousIndex + 1, this.#route.location.previous);
    this.#index = index;
    if (this.#onRestored) {
      this.#onRestored();
      this.#onRestored = null;
      return;
    }
    const url = new URL(window.location.href);
    const isConfirmed = this.#isConfirmed;
    this.#isConfirmed = false;
    const steps = index - previousIndex;
    if (!isConfirmed && steps !== 0 && this.#guard?.shouldBlock(this.#route.location, url)) {
      this.#confirmTraversal(this.#guard, steps);
      return;
    }
    this.#begin({ ...entry, url, entry: "none", keepScroll: false });
  }

  /**
   * Asks for confirmation after the browser has already moved in the history. Moves the browser
   * back first, and repeats the original move after the confirmation.
   */
  #confirmTraversal(guard: Guard, steps: number): void {
    const restored = new Promise<void>((resolve) => {
      this.#onRestored = resolve;
    });
    window.history.go(-steps);
    const traverseAgain = async () => {
      await restored;
      this.#isConfirmed = true;
      window.history.go(steps);
    };
    guard.confirm(() => void traverseAgain());
  }

  #begin(navigation: Navigation): void {
    showBusy(true);
    this.#scroll.save(this.#route.location.key);
    void this.#loadAndFinish(navigation);
  }

  /** Loads and shows the page of a navigation. Calls itself again for a redirect. */
  async #loadAndFinish(navigation: Navigation): Promise<void> {
    this.#pending = navigation;
    if (!navigation.isLoadedAgain && isWithinPage(this.#route.location, navigation.url)) {
      this.#finish(navigation, this.#route);
      return;
    }
    const loaded = await this.#load(navigation.url);
    if (navigation !== this.#pending) return;
    if (!("redirect" in loaded)) {
      this.#finish(navigation, loaded);
      return;
    }
    const url = this.#resolve(loaded.redirect);
    await this.#loadAndFinish({
      ...navigation,
      url,
      entry: navigation.entry === "replace" ? "replace" : "push",
      key: newKey(),
      state: null,
    });
  }

  #finish(
    navigation: Navigation,
    { params, content }: Pick<RouteState, "params" | "content">,
  ): void {
    const { url, entry, key, state, previous, keepScroll } = navigation;
    this.#pending = null;
    showBusy(false);
    if (entry === "push") this.#index += 1;
    const written: HistoryEntry = { key, index: this.#index, state, previous };
    if (entry === "push") window.history.pushState(written, "", url);
    if (entry === "replace") window.history.replaceState(written, "", url);
    const scroll = this.#scroll.positionOf(key) ?? (keepScroll ? "keep" : "start");
    this.#route = { location: locationOf(url, written), params, content, scroll };
    for (const listener of this.#listeners) listener(this.#route);
  }
}

function locationOf(
  { pathname, search, hash }: URL,
  { key, state, previous }: Pick<Location, "key" | "state" | "previous">,
): Location {
  return { pathname, search, hash, key, state, previous };
}

function isWithinPage(from: Location, to: URL): boolean {
  return to.hash !== "" && to.pathname === from.pathname && to.search === from.search;
}

/** A navigation is shown as pending if it takes longer than this many milliseconds. */
const SIGN_AFTER_MS = 300;

let timer: number;

/**
 * Shows or hides that a navigation is pending. Sets `aria-busy` on <main>, for screen readers and
 * for the stylesheet, which shows a progress bar.
 */
function showBusy(isBusy: boolean): void {
  const mark = (value: string | null) => {
    const main = document.querySelector("main");
    if (main) main.ariaBusy = value;
  };
  clearTimeout(timer);
  mark(null);
  if (isBusy) timer = window.setTimeout(mark, SIGN_AFTER_MS, "true");
}
