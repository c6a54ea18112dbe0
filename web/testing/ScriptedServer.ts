import type { Endpoint, ResultOf } from "#contract/endpoint.ts";
import type { LiveEvent } from "#contract/events.ts";
import { EventStreams } from "./EventStreams.ts";
import { uploadClass } from "./scriptedUploads.ts";
import type { ScriptedCall } from "./wireFormat.ts";
import { matchPath, readRequest, responseOf } from "./wireFormat.ts";

/** A result, or a function that makes one of a call. It may throw a `Refusal` or `CONNECTION_LOST`; `before` is the response that it replaces. */
export type ScriptedResponse<E extends Endpoint> =
  | ResultOf<E>
  | ((call: ScriptedCall<E>, before: () => ResultOf<E>) => ResultOf<E>);

/** A response with an error status. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, message: string, rest: object = {}) {
    super(message);
    this.status = status;
    this.body = { message, ...rest };
  }
}

/** Thrown in place of a response: the connection breaks, and the page gets none. */
export const CONNECTION_LOST = new Error("The connection broke");

type AnyCall = ScriptedCall<Endpoint>;

/** Calls wait: before the server sees them, or after it has responded. */
interface Hold {
  readonly at: "request" | "response";
  readonly isFor: (call: AnyCall) => boolean;
  readonly released: Promise<void>;
}

interface Route {
  readonly endpoint: Endpoint;
  /** The last one counts. */
  readonly responses: ((call: AnyCall, before: () => unknown) => unknown)[];
  readonly calls: AnyCall[];
  /** How many of the calls the page has aborted. */
  aborted: number;
  readonly holds: Set<Hold>;
}

/** The real timer, also while a test has replaced it. */
const { setTimeout: later } = window;

/**
 * Stands in place of the network: a table of endpoints with their responses. What a page sends and what it gets are checked against the
 * contract's schemas. A call without an entry fails the test.
 */
export class ScriptedServer {
  readonly #routes = new Map<string, Route>();
  readonly #watchers = new Set<() => void>();
  readonly #streams = new EventStreams();
  #underWay = 0;

  /** Sets how an endpoint responds from now on. */
  respond<E extends Endpoint>(endpoint: E, response: ScriptedResponse<E>): this {
    const key = keyOf(endpoint);
    const route = this.#routes.get(key) ?? {
      endpoint,
      responses: [],
      calls: [],
      aborted: 0,
      holds: new Set(),
    };
    this.#routes.set(key, route);
    route.responses.push(
      (typeof response === "function" ? response : () => response) as Route["responses"][number],
    );
    return this;
  }

  /** Makes an endpoint refuse from now on. `rest` joins the message in the body. */
  refuse(endpoint: Endpoint, status: number, message: string, rest: object = {}): this {
    return this.respond(endpoint, () => {
      throw new Refusal(status, message, rest);
    });
  }

  /** Breaks the connection of every call of an endpoint from now on. */
  breakConnection(endpoint: Endpoint): this {
    return this.respond(endpoint, () => {
      throw CONNECTION_LOST;
    });
  }

  /** Lets an endpoint respond as it did before `respond`, `refuse` or `breakConnection` was called last. */
  restore(endpoint: Endpoint): void {
    this.#routeOf(endpoint).responses.pop();
  }

  /** Holds calls on their way to the server; the result lets them, and all after them, arrive. */
  holdRequest<E extends Endpoint>(endpoint: E, isFor?: (call: ScriptedCall<E>) => boolean): () => void {
    return this.#hold(endpoint, "request", isFor);
  }

  /** Lets calls reach the server, but holds its responses; the result lets them, and all after them, come. */
  holdResponse<E extends Endpoint>(endpoint: E, isFor?: (call: ScriptedCall<E>) => boolean): () => void {
    return this.#hold(endpoint, "response", isFor);
  }

  /** The calls of an endpoint since the page was opened. */
  calls<E extends Endpoint>(endpoint: E): readonly ScriptedCall<E>[] {
    return this.#routeOf(endpoint).calls;
  }

  /** Waits until an endpoint was called so many times since the page was opened; gives the last of these calls. */
  async called<E extends Endpoint>(endpoint: E, times = 1): Promise<ScriptedCall<E>> {
    await this.#until(() => this.calls(endpoint).length >= times);
    return this.calls(endpoint)[times - 1] as ScriptedCall<E>;
  }

  /** How many calls of an endpoint the page has aborted. */
  abortedCalls(endpoint: Endpoint): number {
    return this.#routeOf(endpoint).aborted;
  }

  /**
   * Waits until every call that is not held has its response and the page has drawn what follows from it. What has not been called by then
   * does not follow from what has happened.
   */
  async settled(): Promise<void> {
    let wasQuiet = false;
    while (!wasQuiet) {
      await this.#until(() => this.#underWay === 0);
      await drawn();
      wasQuiet = this.#underWay === 0;
    }
  }

  /** Publishes changes to the open page, as the stream of live updates does. */
  publish(...events: LiveEvent[]): void {
    this.#streams.publish(events);
  }

  /** Waits until the page is subscribed to live updates. */
  async hasSubscriber(): Promise<void> {
    await this.#until(() => this.#streams.areOpen);
  }

  /** Forgets the calls that were made so far. */
  forgetCalls(): void {
    for (const { calls } of this.#routes.values()) calls.length = 0;
  }

  /** Takes the place of the browser's network; the result gives it back. */
  install(): () => void {
    const { fetch, EventSource, XMLHttpRequest } = window;
    window.fetch = (address, init = {}) => {
      const url = address instanceof Request ? address.url : address;
      return this.#fetch(new URL(url, window.location.href), init);
    };
    window.XMLHttpRequest = uploadClass((url, init) => this.#fetch(url, init));
    window.EventSource = this.#streams.sourceClass(() => this.#changed());
    return () => {
      this.#streams.end();
      Object.assign(window, { fetch, EventSource, XMLHttpRequest });
    };
  }

  #hold<E extends Endpoint>(
    endpoint: E,
    at: Hold["at"],
    isFor: (call: ScriptedCall<E>) => boolean = () => true,
  ): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { holds } = this.#routeOf(endpoint);
    const hold: Hold = { at, isFor, released: promise };
    holds.add(hold);
    return () => {
      holds.delete(hold);
      resolve();
    };
  }

  #routeOf(endpoint: Endpoint): Route {
    const route = this.#routes.get(keyOf(endpoint));
    if (!route) throw new Error(`No response is scripted for ${keyOf(endpoint)}`);
    return route;
  }

  async #fetch(url: URL, init: RequestInit): Promise<Response> {
    const method = init.method ?? "GET";
    const routes = [...this.#routes.values()].filter(({ endpoint }) => endpoint.method === method);
    const match = matchPath(routes, url.pathname);
    if (!match) return complain(`No response is scripted for ${method} ${url.pathname}`);
    const read = readRequest(match.route.endpoint, { params: match.params, url, init });
    if ("problem" in read) return complain(`${method} ${url.pathname}: ${read.problem}`);
    const { promise: aborted, reject: abort } = Promise.withResolvers<never>();
    init.signal?.addEventListener("abort", () => {
      match.route.aborted += 1;
      abort(init.signal?.reason);
    });
    match.route.calls.push(read.call);
    return Promise.race([aborted, this.#respond(match.route, read.call, init.signal ?? undefined)]);
  }

  async #respond(route: Route, call: AnyCall, signal?: AbortSignal): Promise<Response> {
    this.#changeUnderWay(1);
    const holds = [...route.holds].filter(({ isFor }) => isFor(call));
    const waitAt = (at: Hold["at"]) => this.#waitFor(holds.filter((hold) => hold.at === at));
    try {
      await waitAt("request");
      // An aborted call never arrives.
      signal?.throwIfAborted();
      const response = respondTo(route, call);
      await waitAt("response");
      // Never in the same task: no network is that fast.
      await new Promise((resolve) => later(resolve, 0));
      return response();
    } catch (error) {
      if (error !== CONNECTION_LOST && error !== signal?.reason) console.error(error);
      throw new TypeError("Failed to fetch", { cause: error });
    } finally {
      this.#changeUnderWay(-1);
    }
  }

  /** A held call is not waited for by `settled`. */
  async #waitFor(holds: readonly Hold[]): Promise<void> {
    if (holds.length === 0) return;
    this.#changeUnderWay(-1);
    await Promise.all(holds.map(({ released }) => released));
    this.#changeUnderWay(1);
  }

  #changeUnderWay(change: number): void {
    this.#underWay += change;
    this.#changed();
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }

  async #until(isTrue: () => boolean): Promise<void> {
    if (isTrue()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const watcher = () => isTrue() && resolve();
    this.#watchers.add(watcher);
    await promise;
    this.#watchers.delete(watcher);
  }
}

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Fails the test: the console is watched. */
function complain(message: string): Response {
  console.error(message);
  return Response.json({ message }, { status: 501 });
}

function respondTo({ endpoint, responses }: Route, call: AnyCall): () => Response {
  const responseAt = (index: number): unknown => responses[index]?.(call, () => responseAt(index - 1));
  try {
    return responseOf(endpoint, responseAt(responses.length - 1));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return () => Response.json(error.body, { status: error.status });
  }
}

/** A frame, and every task that is queued by then, React's included: it has drawn, and effects have run. */
async function drawn(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  // A task of low priority comes after all others. An idle callback would not always come.
  await window.scheduler.postTask(() => undefined, { priority: "background" });
}
