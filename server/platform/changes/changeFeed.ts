import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Change } from "./change.ts";
import { EVERYTHING } from "./change.ts";
import { ChangeBatch } from "./changeBatch.ts";
import { keepListening } from "./listeningConnection.ts";
import type { ServerState } from "#server/platform/db/serverState.ts";
import { readServerState } from "#server/platform/db/serverState.ts";

/** PostgreSQL notification channel of the change feed. */
export const CHANGE_CHANNEL = "hearback_change";

/**
 * Shortest interval between two notifications to other processes. A NOTIFY in each write would slow
 * down all writes.
 */
const FLUSH_MS = 100;

/** Delay before a failed notification is retried. */
const AGAIN_MS = 1_000;

type Listener = (change: Change) => void;

export interface ChangeFeed {
  /**
   * Publishes a change to the subscribers of this process synchronously, and to other processes
   * within about 100 ms.
   */
  publish(change: Change): void;
  /**
   * Calls the listener for each change of any process, and with `EVERYTHING` whenever changes may
   * have been missed.
   * @returns a function that ends the subscription
   */
  subscribe(listener: Listener): () => void;
  close(): Promise<void>;
}

/** A change feed that also receives changes of other processes. */
export interface ListeningFeed extends ChangeFeed {
  /** Whether the connection that receives the changes of other processes is up. */
  readonly isListening: boolean;
  /**
   * Reads the server's state over the listening connection, which also proves that the connection
   * is alive.
   * @throws the driver's errors, within seconds, or an error if there is no connection. After a
   * connection error, `isListening` is false.
   */
  readServerState(): Promise<ServerState>;
}

interface Message {
  from: string;
  changes: Change[];
}

export interface ChangeFeedOptions {
  connectionString: string;
  onError: (error: Error) => void;
}

/**
 * Opens the change feed on its own connection. A lost connection is replaced automatically, and
 * subscribers then receive `EVERYTHING`. A connection that no longer responds is replaced within
 * about 10 s.
 */
export function openChangeFeed({ connectionString, onError }: ChangeFeedOptions): ListeningFeed {
  const self = randomUUID();
  const listeners = new Set<Listener>();
  const pending = new ChangeBatch();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const tell = (change: Change) => {
    for (const listener of listeners) listener(change);
  };
  const onMessage = (payload: string | undefined) => {
    const { from, changes } = parse(payload);
    if (from !== self) for (const change of changes) tell(change);
  };
  const flush = async () => {
    timer = undefined;
    // Without a connection the changes stay pending until `onConnected` sends them.
    if (!connection.isThere) return;
    const portions = pending.take();
    try {
      await connection.ask((client) => notify(client, self, portions));
    } catch (error) {
      // Retry. Delivering a change twice is harmless.
      for (const change of portions.flat()) pending.add(change);
      if (!isClosed) sendWithin(AGAIN_MS);
      throw error;
    }
  };
  const sendWithin = (ms: number) => {
    timer ??= setTimeout(() => void flush().catch(onError), ms);
  };
  const connection = keepListening({
    connectionString,
    channel: CHANGE_CHANNEL,
    onError,
    onMessage,
    onConnected: () => {
      tell(EVERYTHING);
      if (!pending.isEmpty) sendWithin(FLUSH_MS);
    },
  });
  return {
    get isListening() {
      return connection.isThere;
    },
    readServerState: () => connection.ask(readServerState),
    publish: (change) => {
      tell(change);
      pending.add(change);
      sendWithin(FLUSH_MS);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      if (!pending.isEmpty) await flush().catch(onError);
      await connection.close();
    },
  };
}

/**
 * Publishes a change to all processes over the caller's connection, in the caller's transaction: it
 * is delivered on commit.
 */
export async function notifyChange(client: pg.Client, change: Change): Promise<void> {
  await notify(client, randomUUID(), [[change]]);
}

async function notify(
  client: pg.Client,
  from: string,
  portions: readonly Change[][],
): Promise<void> {
  await client.query("select pg_notify($1, payload) from unnest($2::text[]) payload", [
    CHANGE_CHANNEL,
    portions.map((changes) => JSON.stringify({ from, changes } satisfies Message)),
  ]);
}

/** An unreadable message, for example from a process of another version, counts as any change. */
function parse(payload: string | undefined): Message {
  try {
    const message = JSON.parse(payload ?? "") as Partial<Message>;
    if (Array.isArray(message.changes))
      return { from: message.from ?? "", changes: message.changes };
  } catch {
    // Not JSON.
  }
  return { from: "", changes: [EVERYTHING] };
}
