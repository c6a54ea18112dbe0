import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { networkForTurns } from "#server/platform/throttle/subscriber.ts";
import { onResponseEnd } from "./onResponseEnd.ts";

/**
 * Milliseconds for which a client address counts as active after its last request. A visitor who
 * reads a page sends no request for several seconds, but the first click afterwards must not wait
 * for many requests of another address.
 */
export const ACTIVE_MS = 10_000;

/**
 * Milliseconds after which a request ends its turn, even if it is still in progress. Such a request
 * waits for the database, a password hash or its client, and does not use the process's thread.
 */
export const LONGEST_TURN_MS = 25;

interface Turn {
  /** Milliseconds, as `performance.now()` returns them. */
  readonly startedAt: number;
}

/** A client address (an IPv6 /56 network) that has a turn or pauses after a turn. */
interface Address {
  readonly key: string;
  /** The turn of the latest request; null during the pause after a turn. */
  turn: Turn | null;
  /** Starts the waiting requests, in the order of arrival. */
  readonly waiting: (() => void)[];
  /** Ends the turn or the pause. Without waiting requests, there is no timer. */
  timer?: NodeJS.Timeout;
}

/**
 * Starts the requests of a client address one after the other while another address is active. If
 * more requests of the address wait, the next one starts after a pause that is as long as the last
 * request took. One thread serves all requests, so without turns a request would wait for all
 * requests that another address sends at the same time (docs/product-decisions.md "Fairness between
 * companies"). Event streams start without a turn.
 */
export function startInTurn(app: FastifyInstance): void {
  const activity = new Activity();
  const addresses = new Map<string, Address>();
  const start = (address: Address, request: FastifyRequest, reply: FastifyReply) => {
    const turn = { startedAt: performance.now() };
    address.turn = turn;
    addresses.set(address.key, address);
    onResponseEnd({ request: request.raw, response: reply.raw }, () => {
      if (address.turn === turn) endTurn(address, turn);
    });
  };
  const endTurn = (address: Address, turn: Turn) => {
    clearTimeout(address.timer);
    address.turn = null;
    if (address.waiting.length === 0) addresses.delete(address.key);
    else address.timer = setTimeout(startWaiting, performance.now() - turn.startedAt, address);
  };
  const startWaiting = (address: Address) => {
    const { key, waiting } = address;
    for (const begin of waiting.splice(0, activity.isOtherActive(key) ? 1 : waiting.length))
      begin();
    if (waiting.length > 0) endTurnInTime(address);
  };
  const endTurnInTime = (address: Address) => {
    const { turn } = address;
    if (!turn) return;
    const left = turn.startedAt + LONGEST_TURN_MS - performance.now();
    address.timer = setTimeout(endTurn, left, address, turn);
  };
  app.addHook("onRequest", (request, reply, next) => {
    if (request.routeOptions.config.isStream === true) return next();
    const key = networkForTurns(request.ip);
    activity.add(key);
    if (!activity.isOtherActive(key)) return next();
    const address = addresses.get(key);
    if (!address) {
      start({ key, turn: null, waiting: [] }, request, reply);
      return next();
    }
    address.waiting.push(() => {
      const isClosed = request.raw.socket.closed;
      start(address, request, reply);
      // Nobody waits for the response after the connection has been closed.
      if (!isClosed) next();
    });
    if (address.waiting.length === 1) endTurnInTime(address);
    return undefined;
  });
}

/**
 * Stores the times of the latest requests of the two IP addresses that were active most recently.
 */
class Activity {
  #latest = { key: "", at: Number.NEGATIVE_INFINITY };
  /** The latest activity of an IP address other than that of `#latest`. */
  #previous = this.#latest;

  add(key: string): void {
    const at = performance.now();
    if (key === this.#latest.key) this.#latest.at = at;
    else {
      this.#previous = this.#latest;
      this.#latest = { key, at };
    }
  }

  isOtherActive(key: string): boolean {
    const { at } = key === this.#latest.key ? this.#previous : this.#latest;
    return performance.now() - at < ACTIVE_MS;
  }
}
