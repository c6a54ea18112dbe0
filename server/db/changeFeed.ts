import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** What processes tell each other changes on. */
export const CHANGE_CHANNEL = "hearback_change";

/** Changes are told to other processes this often at most: a NOTIFY in every write would slow all of them. */
const FLUSH_MS = 100;

/** A payload holds 8,000 bytes; so many ids are far below that. */
const IDS_PER_MESSAGE = 400;

const LONGEST_PAUSE_MS = 5_000;

/** Whose data changed: a company's, or with null the installation's and so everyone's. */
export type Changed = number | null;

export interface ChangeFeed {
  /** Tells every listener: those of this process before it returns, other processes within moments. */
  announce(changed: Changed): void;
  /** Called for each change of this process or another; with null also whenever changes may have been missed. */
  subscribe(listener: (changed: Changed) => void): () => void;
  close(): Promise<void>;
}

interface Message {
  from: string;
  ids: Changed[];
}

export interface ChangeFeedOptions {
  connectionString: string;
  onError: (error: Error) => void;
}

/** Opens the feed over a connection of its own. It comes back by itself; what was said meanwhile counts as everything. */
export function openChangeFeed({ connectionString, onError }: ChangeFeedOptions): ChangeFeed {
  const self = randomUUID();
  const listeners = new Set<(changed: Changed) => void>();
  const pending = new Set<Changed>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const closing = new AbortController();

  const tell = (changed: Changed) => {
    for (const listener of listeners) listener(changed);
  };
  const onMessage = (payload: string | undefined) => {
    const message = parse(payload);
    if (message && message.from !== self) for (const changed of message.ids) tell(changed);
  };
  const flush = async () => {
    timer = undefined;
    // Without a connection they wait for it: it tells when it is back.
    if (!client) return;
    const ids = pending.has(null) || pending.size > IDS_PER_MESSAGE ? [null] : [...pending];
    pending.clear();
    await client.query("select pg_notify($1, $2)", [
      CHANGE_CHANNEL,
      JSON.stringify({ from: self, ids } satisfies Message),
    ]);
  };
  // What could not be told is told to be everything, as soon as it can be.
  const send = () =>
    void flush().catch((error: unknown) => {
      pending.add(null);
      onError(error as Error);
    });
  const listening = listen({
    connectionString,
    signal: closing.signal,
    onError,
    onMessage,
    onConnected: (connected) => {
      client = connected;
      if (!connected) return;
      tell(null);
      if (pending.size > 0) timer ??= setTimeout(send, FLUSH_MS);
    },
  });
  return {
    announce: (changed) => {
      tell(changed);
      pending.add(changed);
      timer ??= setTimeout(send, FLUSH_MS);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      clearTimeout(timer);
      if (pending.size > 0) await flush().catch(onError);
      closing.abort();
      await listening;
    },
  };
}

function parse(payload: string | undefined): Message | undefined {
  try {
    return JSON.parse(payload ?? "") as Message;
  } catch {
    return undefined;
  }
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
    const ended = new Promise<void>((resolve) => {
      client.once("end", resolve);
      client.on("error", onError);
      signal.addEventListener("abort", () => void client.end().then(resolve, resolve), { once: true });
    });
    client.on("notification", ({ payload }) => onMessage(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANGE_CHANNEL}`);
      onConnected(client);
      pause = 100;
      await ended;
    } catch (error) {
      onError(error as Error);
      await client.end().catch(() => undefined);
    }
    onConnected(undefined);
    if (!signal.aborted) await sleep(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}
