import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "../../faults/support/httpCall.ts";
import type { Ledger } from "../../faults/support/writeLoad.ts";
import { newLedger, writeLoad } from "../../faults/support/writeLoad.ts";
import { PORTAL_PORT, clientAddress } from "./addresses.ts";
import { openEventStream } from "./eventStream.ts";
import { overHttps } from "./httpsClient.ts";
import type { Trial } from "./trial.ts";

const WRITERS = 6;
const READERS = 4;
const STREAMS = 10;

/** Scripts and style sheets that a page names. */
const ASSETS = /(?:src|href)="(\/assets\/[^"]+)"/g;

/**
 * The load while portals are replaced: requests of visitors and customers through Caddy, and the
 * results.
 */
export interface Load {
  readonly ledger: Ledger;
  readonly pages: Outcome[];
  /** The results of requests for the pages' files. */
  readonly files: Outcome[];
  /** The number of streams that were opened, and the errors of streams that were refused. */
  readonly streams: { opened: number; failures: string[] };
  /** Sends no further requests, and waits until the requests in flight are complete. */
  stop(): Promise<void>;
}

/**
 * Starts users who write, visitors who open pages with all their files, and streams of open pages.
 */
export function startLoad(trial: Trial): Load {
  const ending = new AbortController();
  const { signal } = ending;
  const load = {
    ledger: newLedger(),
    pages: [] as Outcome[],
    files: [] as Outcome[],
    streams: { opened: 0, failures: [] as string[] },
  };
  const running = [
    write(trial, load.ledger, signal),
    ...Array.from({ length: READERS }, (_, reader) => read(trial, load, { reader, signal })),
    ...Array.from({ length: STREAMS }, (_, stream) =>
      listen(trial, load.streams, { from: clientAddress(40 + stream), signal }),
    ),
  ];
  return {
    ...load,
    stop: async () => {
      ending.abort();
      await Promise.all(running);
    },
  };
}

function write({ client, community }: Trial, ledger: Ledger, signal: AbortSignal) {
  const numbers = new Map(community.users.map(({ cookie }, number) => [cookie, number]));
  return writeLoad({
    port: PORTAL_PORT,
    community,
    ledger,
    signal,
    writers: WRITERS,
    send: ({ host, method, path, body, cookie = "" }) => {
      const from = clientAddress(100 + (numbers.get(cookie) ?? 0));
      return client.call({
        host,
        from,
        method,
        path,
        body,
        headers: { cookie: overHttps(cookie) },
      });
    },
  });
}

/** Opens pages as browsers do: the document, then all files that it names. */
async function read(
  { client, community }: Trial,
  { pages, files }: Pick<Load, "pages" | "files">,
  { reader, signal }: { reader: number; signal: AbortSignal },
): Promise<void> {
  const { host } = community.company;
  const paths = ["/feedback", "/roadmap", `/feedback/${String(community.items[reader])}`];
  for (let visit = 0; !signal.aborted; visit += 1) {
    const from = clientAddress(reader + READERS * visit);
    const path = paths[visit % paths.length] ?? "/";
    const page = await client.call({ host, from, path });
    pages.push(page);
    const names = [...page.text.matchAll(ASSETS)].map(([, name = ""]) => name);
    files.push(
      ...(await Promise.all(names.map((name) => client.call({ host, from, path: name })))),
    );
    await sleep(20);
  }
}

/** Keeps a stream open. When the stream ends, it opens the next stream, as an open page does. */
async function listen(
  { client, community }: Trial,
  streams: Load["streams"],
  { from, signal }: { from: string; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      const stream = await openEventStream(community.company.host, { ca: client.ca, from });
      streams.opened += 1;
      signal.addEventListener("abort", () => stream.close(), { once: true });
      await stream.ended;
      stream.close();
    } catch (error) {
      streams.failures.push(error instanceof Error ? error.message : String(error));
      await sleep(100);
    }
  }
}
