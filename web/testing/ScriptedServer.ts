import type { Endpoint, ResponseOf, ResultOf } from "#contract/endpoint.ts";
import type { LiveEvent } from "#contract/events.ts";
import { EventStreams } from "./EventStreams.ts";
import { uploadClass } from "./scriptedUploads.ts";
import { untilRendered } from "./untilRendered.ts";
import type { ScriptedCall } from "./wireFormat.ts";
import { matchPath, readRequest, responseOf } from "./wireFormat.ts";

/**
 * A result, or a function that computes a result from a call. The function can throw a `Refusal` or
 * `CONNECTION_LOST`. `before` computes the response that was scripted before this one.
 */
export type ScriptedResponse<E extends Endpoint> =
  | WholeResult<E>
  | ((call: ScriptedCall<E>, before: () => WholeResult<E>) => WholeResult<E>);

/** A result as it is sent: the arrays of a download are not streamed. */
type WholeResult<E extends Endpoint> = E extends { download: string } ? ResponseOf<E> : ResultOf<E>;

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

/**
 * If a scripted response throws this error, the page gets no response, as after a network error.
 */
export const CONNECTION_LOST = new Error("The connection broke");

type AnyCall = ScriptedCall<Endpoint>;

/**
 * A delay of calls, either before the server gets the request or before the page gets the response.
 */
interface Hold {
  readonly at: "request" | "response";
  readonly isFor: (call: AnyCall) => boolean;
  readonly released: Promise<void>;
}

interface Route {
  readonly endpoint: Endpoint;
  /** The scripted responses, oldest first. Calls get the last response. */
  readonly responses: ((call: AnyCall, before: () => unknown) => unknown)[];
  readonly calls: AnyCall[];
  /** Number of calls that the page has aborted. */
  aborted: number;
  readonly holds: Set<Hold>;
}

/** The real timer, even while a test uses fake timers. */
const { setTimeout: setRealTimeout } = window;

/**
 * Replaces the network with a table of endpoints and their responses. Requests and responses are
 * checked against the contract's schemas. A call to an endpoint without an entry fails the test.
 */
export class ScriptedServer {
  readonly #routes = new Map<string, Route>();
  readonly #watchers = new Set<() => void>();
  readonly #streams = new EventStreams();
  #pending = 0;

  /** Sets an endpoint's response for all later calls. */
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

  /** Makes all later calls of an endpoint fail. `rest` adds fields to the error's body. */
  refuse(endpoint: Endpoint, status: number, message: string, rest: object = {}): this {
    return this.respond(endpoint, () => {
      throw new Refusal(status, message, rest);
    });
  }

  /** Breaks the connection of all later calls of an endpoint. */
  breakConnection(endpoint: Endpoint): this {
    return this.respond(endpoint, () => {
      throw CONNECTION_LOST;
    });
  }

  /** Undoes the last call of `respond`, `refuse` or `breakConnection` for an endpoint. */
  restore(endpoint: Endpoint): void {
    this.#routeOf(endpoint).responses.pop();
  }

  /**
   * Delays later requests to an endpoint until the returned function is called. With `isFor`, only
   * requests for which it returns true are delayed.
   */
  holdRequest<E extends Endpoint>(
    endpoint: E,
    isFor?: (call: ScriptedCall<E>) => boolean,
  ): () => void {
    return this.#hold(endpoint, "request", isFor);
  }

  /**
   * Handles later requests at once but delays their responses until the returned function is
   * called. With `isFor`, only requests for which it returns true are delayed.
   */
  holdResponse<E extends Endpoint>(
    endpoint: E,
    isFor?: (call: ScriptedCall<E>) => boolean,
  ): () => void {
    return this.#hold(endpoint, "response", isFor);
  }

  /** The calls of an endpoint since the page was last loaded, or since `forgetCalls`. */
  calls<E extends Endpoint>(endpoint: E): readonly ScriptedCall<E>[] {
    return this.#routeOf(endpoint).calls;
  }

  /** Waits until `calls` contains `times` calls, and returns the last of these calls. */
  async called<E extends Endpoint>(endpoint: E, times = 1): Promise<ScriptedCall<E>> {
    await this.#until(() => this.calls(endpoint).length >= times);
    return this.calls(endpoint)[times - 1] as ScriptedCall<E>;
  }

  /** Number of calls of an endpoint that the page has aborted. */
  abortedCalls(endpoint: Endpoint): number {
    return this.#routeOf(endpoint).aborted;
  }

  /**
   * Waits until every call without a hold has its response and the page has rendered the response.
   * A test can then assert that the page has not made a certain call.
   */
  async settled(): Promise<void> {
    let wasQuiet = false;
    while (!wasQuiet) {
      await this.#until(() => this.#pending === 0);
      await untilRendered();
      wasQuiet = this.#pending === 0;
    }
  }

  /** Publishes live updates to the open page. */
  publish(...events: LiveEvent[]): void {
    this.#streams.publish(events);
  }

  /** Waits until the page has subscribed to live updates. */
  async hasSubscriber(): Promise<void> {
    await this.#until(() => this.#streams.areOpen);
  }

  /** Clears the recorded calls. */
  forgetCalls(): void {
    for (const { calls } of this.#routes.values()) calls.length = 0;
  }

  /** Replaces the browser's network functions. The returned function restores them. */
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
    this.#changePending(1);
    const holds = [...route.holds].filter(({ isFor }) => isFor(call));
    const waitAt = (at: Hold["at"]) => this.#waitFor(holds.filter((hold) => hold.at === at));
    try {
      await waitAt("request");
      // A request that was aborted while it was held never reaches the server.
      signal?.throwIfAborted();
      const response = respondTo(route, call);
      await waitAt("response");
      // With a real network, a response always arrives in a later task of the event loop than the
      // task that sends the request.
      await new Promise((resolve) => setRealTimeout(resolve, 0));
      return response();
    } catch (error) {
      if (error !== CONNECTION_LOST && error !== signal?.reason) console.error(error);
      throw new TypeError("Failed to fetch", { cause: error });
    } finally {
      this.#changePending(-1);
    }
  }

  /**
   * Waits until the holds are released. Held calls are not counted as pending, because `settled`
   * does not wait for them.
   */
  async #waitFor(holds: readonly Hold[]): Promise<void> {
    if (holds.length === 0) return;
    this.#changePending(-1);
    await Promise.all(holds.map(({ released }) => released));
    this.#changePending(1);
  }

  #changePending(change: number): void {
    this.#pending += change;
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

/** Returns a response with status 501 and logs a console error, which fails the test. */
function complain(message: string): Response {
  console.error(message);
  return Response.json({ message }, { status: 501 });
}

function respondTo({ endpoint, responses }: Route, call: AnyCall): () => Response {
  const responseAt = (index: number): unknown =>
    responses[index]?.(call, () => responseAt(index - 1));
  try {
    return responseOf(endpoint, responseAt(responses.length - 1));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return () => Response.json(error.body, { status: error.status });
  }
}
