import type { Endpoint, ResultOf } from "#contract/endpoint.ts";
import type { LiveEvent } from "#contract/events.ts";
import { EventStreams } from "./EventStreams.ts";
import { uploadClass } from "./scriptedUploads.ts";
import type { ScriptedCall } from "./wireFormat.ts";
import { matchPath, readRequest, responseOf } from "./wireFormat.ts";

/** A result, or what makes one of a call. A function may throw a `Refusal` or `LOST`; `before` is the answer that it replaces. */
export type ResponseContext<E extends Endpoint> =
  | ResultOf<E>
  | ((call: ScriptedCall<E>, before: () => ResultOf<E>) => ResultOf<E>);

/** An answer that is no success. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, message: string, rest: object = {}) {
    super(message);
    this.status = status;
    this.body = { message, ...rest };
  }
}

/** Thrown by an answer: the connection breaks, and the page gets none. */
export const LOST = new Error("The connection broke");

type AnyCall = ScriptedCall<Endpoint>;

/** Calls wait here: before the server sees them, or after it has answered. */
interface Gate {
  readonly at: "request" | "answer";
  readonly isFor: (call: AnyCall) => boolean;
  readonly opened: Promise<void>;
}

interface Route {
  readonly endpoint: Endpoint;
  /** The last one counts. */
  readonly answers: ((call: AnyCall, before: () => unknown) => unknown)[];
  readonly calls: AnyCall[];
  /** How many of the calls the page has ended early. */
  aborted: number;
  readonly gates: Set<Gate>;
}

/** The real timer, also while a test has replaced it. */
const { setTimeout: later } = window;

/**
 * Stands in place of the network: a table of endpoints with their answers. What a page sends and what it is answered are checked against the
 * contract's schemas. A call without an entry fails the test.
 */
export class ScriptedServer {
  readonly #routes = new Map<string, Route>();
  readonly #watchers = new Set<() => void>();
  readonly #streams = new EventStreams();
  #underWay = 0;

  /** Sets what an endpoint answers from now on. */
  answer<E extends Endpoint>(endpoint: E, answer: ResponseContext<E>): this {
    const key = keyOf(endpoint);
    const route = this.#routes.get(key) ?? {
      endpoint,
      answers: [],
      calls: [],
      aborted: 0,
      gates: new Set(),
    };
    this.#routes.set(key, route);
    route.answers.push(
      (typeof answer === "function" ? answer : () => answer) as Route["answers"][number],
    );
    return this;
  }

  /** Makes an endpoint refuse from now on. `rest` joins the message in the body. */
  refuse(endpoint: Endpoint, status: number, message: string, rest: object = {}): this {
    return this.answer(endpoint, () => {
      throw new Refusal(status, message, rest);
    });
  }

  /** Breaks the connection of every call of an endpoint from now on. */
  lose(endpoint: Endpoint): this {
    return this.answer(endpoint, () => {
      throw LOST;
    });
  }

  /** Lets an endpoint answer as it did before `answer`, `refuse` or `lose` was called last. */
  restore(endpoint: Endpoint): void {
    this.#routeOf(endpoint).answers.pop();
  }

  /** Keeps calls on their way to the server; the result lets them, and all after them, arrive. */
  holdRequest<E extends Endpoint>(
    endpoint: E,
    isFor?: (call: ScriptedCall<E>) => boolean,
  ): () => void {
    return this.#hold(endpoint, "request", isFor);
  }

  /** Lets calls reach the server, but keeps its answers; the result lets them, and all after them, come. */
  holdAnswer<E extends Endpoint>(
    endpoint: E,
    isFor?: (call: ScriptedCall<E>) => boolean,
  ): () => void {
    return this.#hold(endpoint, "answer", isFor);
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

  /** How many calls of an endpoint the page has ended before their answer. */
  abortedCalls(endpoint: Endpoint): number {
    return this.#routeOf(endpoint).aborted;
  }

  /**
   * Waits until every call that is not held has its answer and the page has drawn what follows from it. What has not been called by then
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

  /** Tells open pages of changes, as the stream of live updates does. */
  tell(...events: LiveEvent[]): void {
    this.#streams.tell(events);
  }

  /** Waits until a page listens to live updates. */
  async isListenedTo(): Promise<void> {
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
    at: Gate["at"],
    isFor: (call: ScriptedCall<E>) => boolean = () => true,
  ): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { gates } = this.#routeOf(endpoint);
    const gate: Gate = { at, isFor, opened: promise };
    gates.add(gate);
    return () => {
      gates.delete(gate);
      resolve();
    };
  }

  #routeOf(endpoint: Endpoint): Route {
    const route = this.#routes.get(keyOf(endpoint));
    if (!route) throw new Error(`No answer is scripted for ${keyOf(endpoint)}`);
    return route;
  }

  async #fetch(url: URL, init: RequestInit): Promise<Response> {
    const method = init.method ?? "GET";
    const routes = [...this.#routes.values()].filter(({ endpoint }) => endpoint.method === method);
    const match = matchPath(routes, url.pathname);
    if (!match) return complain(`No answer is scripted for ${method} ${url.pathname}`);
    const read = readRequest(match.route.endpoint, { params: match.params, url, init });
    if ("problem" in read) return complain(`${method} ${url.pathname}: ${read.problem}`);
    const { promise: aborted, reject: abort } = Promise.withResolvers<never>();
    init.signal?.addEventListener("abort", () => {
      match.route.aborted += 1;
      abort(init.signal?.reason);
    });
    match.route.calls.push(read.call);
    return Promise.race([aborted, this.#answer(match.route, read.call, init.signal ?? undefined)]);
  }

  async #answer(route: Route, call: AnyCall, signal?: AbortSignal): Promise<Response> {
    this.#changeUnderWay(1);
    const gates = [...route.gates].filter(({ isFor }) => isFor(call));
    const waitAt = (at: Gate["at"]) => this.#waitFor(gates.filter((gate) => gate.at === at));
    try {
      await waitAt("request");
      // What is ended on its way never arrives.
      signal?.throwIfAborted();
      const response = answered(route, call);
      await waitAt("answer");
      // Never in the same moment, as no network does it.
      await new Promise((resolve) => later(resolve, 0));
      return response();
    } catch (error) {
      if (error !== LOST && error !== signal?.reason) console.error(error);
      throw new TypeError("Failed to fetch", { cause: error });
    } finally {
      this.#changeUnderWay(-1);
    }
  }

  /** A held call is not waited for by `settled`. */
  async #waitFor(gates: readonly Gate[]): Promise<void> {
    if (gates.length === 0) return;
    this.#changeUnderWay(-1);
    await Promise.all(gates.map(({ opened }) => opened));
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

function answered({ endpoint, answers }: Route, call: AnyCall): () => Response {
  const answerAt = (index: number): unknown => answers[index]?.(call, () => answerAt(index - 1));
  try {
    return responseOf(endpoint, answerAt(answers.length - 1));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return () => Response.json(error.body, { status: error.status });
  }
}

/** A frame, and everything that the browser has to do after it: React has drawn, and effects have run. */
async function drawn(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestIdleCallback(resolve));
}
