import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Change } from "./change.ts";
import { EVERYTHING } from "./change.ts";
import { ChangeBatch } from "./changeBatch.ts";
import type { ServerState } from "./serverState.ts";
import { readServerState } from "./serverState.ts";

/** What processes tell each other changes on. */
export const CHANGE_CHANNEL = "hearback_change";

/** Changes are told to other processes this often at most: a NOTIFY in every write would slow all of them. */
const FLUSH_MS = 100;

const LONGEST_PAUSE_MS = 5_000;

/** A connection that does not close by itself is left to the system after this long. */
const CLOSING_MS = 1_000;

type Listener = (change: Change) => void;

export interface ChangeFeed {
  /** Tells every listener: those of this process before it returns, other processes within moments. */
  announce(change: Change): void;
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
   * @throws the driver's errors, and when there is no connection
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

/** Opens the feed over a connection of its own. It comes back by itself; what was said meanwhile counts as everything. */
export function openChangeFeed({ connectionString, onError }: ChangeFeedOptions): ListeningFeed {
  const self = randomUUID();
  const listeners = new Set<Listener>();
  const pending = new ChangeBatch();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const closing = new AbortController();

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
    if (!client) return;
    const portions = pending.take();
    try {
      await notify(client, self, portions);
    } catch (error) {
      // Told again as soon as it can be: twice is no harm.
      for (const change of portions.flat()) pending.add(change);
      throw error;
    }
  };
  const send = () => void flush().catch(onError);
  const listening = listen({
    connectionString,
    signal: closing.signal,
    onError,
    onMessage,
    onConnected: (connected) => {
      client = connected;
      if (!connected) return;
      tell(EVERYTHING);
      if (!pending.isEmpty) timer ??= setTimeout(send, FLUSH_MS);
    },
  });
  return {
    get isListening() {
      return client !== undefined;
    },
    readServerState: async () => readServerState(client ?? noConnection()),
    announce: (change) => {
      tell(change);
      pending.add(change);
      timer ??= setTimeout(send, FLUSH_MS);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      clearTimeout(timer);
      if (!pending.isEmpty) await flush().catch(onError);
      closing.abort();
      await listening;
    },
  };
}

function noConnection(): never {
  throw new Error("The feed of changes has no connection");
}

async function notify(client: pg.Client, from: string, portions: readonly Change[][]): Promise<void> {
  await client.query("select pg_notify($1, payload) from unnest($2::text[]) payload", [
    CHANGE_CHANNEL,
    portions.map((changes) => JSON.stringify({ from, changes } satisfies Message)),
  ]);
}

/** What cannot be read, as from a process of another version, may have been anything. */
function parse(payload: string | undefined): Message {
  try {
    const message = JSON.parse(payload ?? "") as Partial<Message>;
    if (Array.isArray(message.changes)) return { from: message.from ?? "", changes: message.changes };
  } catch {
    // Not even JSON.
  }
  return { from: "", changes: [EVERYTHING] };
}

interface Listening {
  connectionString: string;
  signal: AbortSignal;
  onError: (error: Error) => void;
  onMessage: (payload: string | undefined) => void;
  /** The connection, or undefined when it is lost. */
  onConnected: (client: pg.Client | undefined) => void;
}

/** Keeps a connection that listens until told to end; a lost one is made again after a growing pause. */
async function listen({
  connectionString,
  signal,
  onError,
  onMessage,
  onConnected,
}: Listening): Promise<void> {
  let pause = 100;
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString,
      application_name: "hearback changes",
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    // A connection that is being made never says that it was given up: whoever stops must not wait for it.
    const ended = new Promise<void>((resolve) => {
      client.once("end", resolve);
      client.on("error", onError);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    client.on("notification", ({ payload }) => onMessage(payload));
    const listening = client.connect().then(() => client.query(`listen ${CHANGE_CHANNEL}`));
    try {
      const isListening = await Promise.race([listening.then(() => true), ended.then(() => false)]);
      if (isListening && !signal.aborted) {
        onConnected(client);
        pause = 100;
        await ended;
      }
    } catch (error) {
      onError(error as Error);
    }
    void listening.catch(() => undefined);
    await Promise.race([client.end().catch(() => undefined), sleep(CLOSING_MS, undefined, { ref: false })]);
    onConnected(undefined);
    if (!signal.aborted) await sleep(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}
