import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { waitUntilClosed } from "#server/platform/db/waitUntilClosed.ts";
import { isConnectionLost } from "#server/platform/db/transaction.ts";

/**
 * Milliseconds to wait for a response. Without this timeout, a silently lost connection would be
 * noticed only after about 15 minutes.
 */
const RESPONSE_TIMEOUT_MS = 5_000;

/**
 * Milliseconds between two heartbeat queries. Without these queries, the loss of a connection that
 * only listens would never be noticed.
 */
const HEARTBEAT_MS = 5_000;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface ListeningOptions {
  connectionString: string;
  channel: string;
  onError: (error: Error) => void;
  onMessage: (payload: string | undefined) => void;
  /** Called each time the connection starts listening. */
  onConnected: () => void;
}

/**
 * A connection that listens on a channel. A connection that is lost or does not respond is replaced
 * after a pause, which grows with each failure.
 */
export interface ListeningConnection {
  readonly isConnected: boolean;
  /**
   * Runs a query on the connection.
   * @throws the driver's error within seconds if the query fails, or an error if there is no
   * connection. After a connection error, the connection is treated as lost.
   */
  run<T>(query: (client: pg.Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens a connection and listens until `close` is called. */
export function openListeningConnection(options: ListeningOptions): ListeningConnection {
  const { onError, onConnected } = options;
  let client: pg.Client | undefined;
  const closed = new AbortController();
  const run = async <T>(query: (current: pg.Client) => Promise<T>): Promise<T> => {
    const current = client;
    if (!current) throw new Error("The change feed has no connection at the moment");
    try {
      return await query(current);
    } catch (error) {
      if (isConnectionLost(error)) {
        if (client === current) client = undefined;
        // The loop in `listen` waits until this client has ended and then opens a new connection.
        void current.end().catch(() => undefined);
      }
      throw error;
    }
  };
  const heartbeat = setInterval(() => {
    if (client) void run((current) => current.query("select 1")).catch(onError);
  }, HEARTBEAT_MS).unref();
  const listening = listen(options, closed.signal, (connected) => {
    client = connected;
    if (connected) onConnected();
  });
  return {
    get isConnected() {
      return client !== undefined;
    },
    run,
    close: async () => {
      clearInterval(heartbeat);
      closed.abort();
      await listening;
    },
  };
}

/** @param onChange called with the new connection, or with undefined when the connection is lost */
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
      query_timeout: RESPONSE_TIMEOUT_MS,
      keepAlive: true,
    });
    // A client that is still connecting emits no event when it is ended, so the abort signal must
    // resolve this promise as well.
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
    // The signal outlives each connection. A remaining listener would keep the client in memory.
    signal.removeEventListener("abort", onAbort);
    void listening.catch(() => undefined);
    onChange(undefined);
    await waitUntilClosed(client.end());
    if (!signal.aborted) await sleep(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}
