import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { closing } from "#server/platform/db/closing.ts";
import { isConnectionLost } from "#server/platform/db/database.ts";

/** A connection that has not answered within this is given up: an address that is silently gone says nothing for a quarter of an hour. */
const ANSWER_WITHIN_MS = 5_000;

/** How often it is asked whether anyone answers, because who listens only would never find out. */
const HEARTBEAT_MS = 5_000;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface ListeningOptions {
  connectionString: string;
  channel: string;
  onError: (error: Error) => void;
  onMessage: (payload: string | undefined) => void;
  /** Called each time that it listens from now on. */
  onConnected: () => void;
}

/** A connection that listens, and is made again after a growing pause whenever it is lost or nobody answers. */
export interface ListeningConnection {
  readonly isThere: boolean;
  /**
   * Asks over it. @throws the driver's errors, within seconds, and when there is no connection; where one says that the connection is lost,
   * there is none from then on
   */
  ask<T>(question: (client: pg.Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Listens from now on, until it is closed. */
export function keepListening(options: ListeningOptions): ListeningConnection {
  const { onError, onConnected } = options;
  let client: pg.Client | undefined;
  const ending = new AbortController();
  const ask = async <T>(question: (asked: pg.Client) => Promise<T>): Promise<T> => {
    const asked = client;
    if (!asked) throw new Error("There is no connection that listens");
    try {
      return await question(asked);
    } catch (error) {
      if (isConnectionLost(error)) {
        if (client === asked) client = undefined;
        // Whoever waits for its end makes another.
        void asked.end().catch(() => undefined);
      }
      throw error;
    }
  };
  const heartbeat = setInterval(() => {
    if (client) void ask((asked) => asked.query("select 1")).catch(onError);
  }, HEARTBEAT_MS).unref();
  const listening = listen(options, ending.signal, (connected) => {
    client = connected;
    if (connected) onConnected();
  });
  return {
    get isThere() {
      return client !== undefined;
    },
    ask,
    close: async () => {
      clearInterval(heartbeat);
      ending.abort();
      await listening;
    },
  };
}

/** @param onChange with the connection, or undefined when it is lost */
async function listen(
  { connectionString, channel, onError, onMessage }: ListeningOptions,
  signal: AbortSignal,
  onChange: (client: pg.Client | undefined) => void,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString,
      application_name: "hearback changes",
      connectionTimeoutMillis: 5_000,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    });
    // A connection that is being made never says that it was given up: whoever stops must not wait for it.
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const onAbort = () => end();
    client.once("end", onAbort);
    client.on("error", onError);
    signal.addEventListener("abort", onAbort, { once: true });
    client.on("notification", ({ payload }) => onMessage(payload));
    const listening = client.connect().then(() => client.query(`listen ${channel}`));
    try {
      const isListening = await Promise.race([listening.then(() => true), ended.then(() => false)]);
      if (isListening && !signal.aborted) {
        onChange(client);
        pause = FIRST_PAUSE_MS;
        await ended;
      }
    } catch (error) {
      onError(error as Error);
    }
    // The signal outlives all connections, and would keep each of them.
    signal.removeEventListener("abort", onAbort);
    void listening.catch(() => undefined);
    onChange(undefined);
    await closing(client.end());
    if (!signal.aborted) await sleep(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}
