import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Change } from "./change.ts";
import { EVERYTHING } from "./change.ts";
import { ChangeBatch } from "./changeBatch.ts";
import { keepListening } from "./listeningConnection.ts";
import type { ServerState } from "#server/platform/db/serverState.ts";
import { readServerState } from "#server/platform/db/serverState.ts";

/** What processes tell each other changes on. */
export const CHANGE_CHANNEL = "hearback_change";

/** Changes are told to other processes this often at most: a NOTIFY in every write would slow all of them. */
const FLUSH_MS = 100;

/** How soon it is tried again to tell what could not be told. */
const AGAIN_MS = 1_000;

type Listener = (change: Change) => void;

export interface ChangeFeed {
  /** Tells every listener: those of this process before it returns, other processes within moments. */
  publish(change: Change): void;
  /** Called for each change of this process or another; with `EVERYTHING` whenever changes may have been missed. */
  subscribe(listener: Listener): () => void;
  close(): Promise<void>;
}

/** A feed over a connection that hears other processes. */
export interface ListeningFeed extends ChangeFeed {
  /** Whether other processes are heard at this moment. */
  readonly isListening: boolean;
  /**
   * The server's state, asked over the very connection that listens: an answer says that it is alive, too.
   * @throws the driver's errors, within seconds, and when there is no connection; where that says that the connection is lost, nobody is
   * listening from then on
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
 * Opens the feed over a connection of its own. It comes back by itself; what was said meanwhile counts as everything. One over which nobody
 * answers is made anew within some ten seconds.
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
    // Without a connection they wait for it: it tells when it is back.
    if (!connection.isThere) return;
    const portions = pending.take();
    try {
      await connection.ask((client) => notify(client, self, portions));
    } catch (error) {
      // Told again as soon as it can be: twice is no harm.
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

/** Tells every process of a change over a connection of the caller's: when its transaction is committed, and not before. */
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

/** What cannot be read, as from a process of another version, may have been anything. */
function parse(payload: string | undefined): Message {
  try {
    const message = JSON.parse(payload ?? "") as Partial<Message>;
    if (Array.isArray(message.changes))
      return { from: message.from ?? "", changes: message.changes };
  } catch {
    // Not even JSON.
  }
  return { from: "", changes: [EVERYTHING] };
}
