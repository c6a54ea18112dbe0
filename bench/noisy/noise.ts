import { BULK_LIMIT } from "#contract/bulkChanges.ts";
import { write } from "../scenarios/requests.ts";
import type { BenchRequest } from "../scenarios/scenario.ts";

/**
 * Data from which a noisy visitor's requests are built. It is plain JSON, because it is sent to
 * another process.
 */
export interface NoiseFixtures {
  /** Host of the noisy company. */
  host: string;
  companyId: number;
  /** Cookie header of the noisy company's admin. */
  cookie: string;
  /**
   * Ids of the noisy company's large boards. When a request to delete a board is built, the board's
   * id is removed.
   */
  boardIds: number[];
  /** Ids of the items of these boards. */
  itemIds: number[];
  /** Host of the company whose response times are measured. */
  quietHost: string;
}

/** A kind of load that a noisy visitor causes, always from the same IP address. */
export interface Noise {
  name: string;
  title: string;
  connections: number;
  /** Number of large boards that the requests need. */
  boards?: number;
  /** Whether the noisy company has a webhook endpoint that gets each change of status. */
  hasWebhook?: true;
  requestAt: (fixtures: NoiseFixtures, turn: number) => BenchRequest;
}

const ADDRESS = "203.0.113.9";

const get = (host: string, path: string): BenchRequest => ({
  method: "GET",
  path,
  headers: { host, "x-forwarded-for": ADDRESS },
});

function byAdmin({ host, cookie }: NoiseFixtures, request: BenchRequest): BenchRequest {
  const headers = { ...request.headers, host, cookie, "x-forwarded-for": ADDRESS };
  return { ...request, headers };
}

const createBoard: Noise["requestAt"] = (fixtures, turn) => {
  const name = `Board ${String(turn)}`;
  return byAdmin(
    fixtures,
    write("/api/boards", undefined, { name, slug: `noisy-${String(turn)}` }),
  );
};

/** Changes the status of the next items. After the last items, the first items are next. */
const changeInBulk: Noise["requestAt"] = (fixtures, turn) => {
  const { itemIds } = fixtures;
  const slices = Math.max(1, Math.floor(itemIds.length / BULK_LIMIT));
  const from = (turn % slices) * BULK_LIMIT;
  const status = Math.floor(turn / slices) % 2 === 0 ? "planned" : "new";
  const ids = itemIds.slice(from, from + BULK_LIMIT);
  return byAdmin(fixtures, write("/api/feedback/bulk", undefined, { ids, changes: { status } }));
};

/** Deletes one board per request. Once all large boards are deleted, the requests read lists. */
const deleteBoard: Noise["requestAt"] = (fixtures, turn) => {
  const boardId = fixtures.boardIds.pop();
  if (boardId === undefined) return readList(fixtures, turn);
  return byAdmin(fixtures, { method: "DELETE", path: `/api/boards/${String(boardId)}` });
};

const readList: Noise["requestAt"] = ({ host }, turn) =>
  get(host, `/api/feedback?visit=${String(turn)}`);

const search: Noise["requestAt"] = ({ host }, turn) =>
  get(host, `/api/feedback?search=calendar&visit=${String(turn)}`);

const drawPage: Noise["requestAt"] = ({ host }, turn) =>
  get(host, `/feedback?visit=${String(turn)}`);

/**
 * Alternates between starting an export of the company and downloading the company's audit log. The
 * portal limits the rate of both requests.
 */
const startExport: Noise["requestAt"] = (fixtures, turn) =>
  turn % 2 === 0
    ? byAdmin(fixtures, { method: "POST", path: "/api/exports" })
    : byAdmin(fixtures, {
        method: "GET",
        path: `/api/company/${String(fixtures.companyId)}/audit-log.csv`,
      });

const EVERYTHING = [createBoard, deleteBoard, readList, search, drawPage, startExport];

/** All kinds of load that a noisy company or visitor causes in the benchmark. */
export const noises: readonly Noise[] = [
  {
    name: "boards",
    title: "An admin creates boards",
    connections: 300,
    requestAt: createBoard,
  },
  {
    name: "events",
    title: "An admin changes 10,000 items, and a webhook gets each change",
    connections: 4,
    boards: 34,
    hasWebhook: true,
    requestAt: changeInBulk,
  },
  {
    name: "deletions",
    title: "An admin deletes boards of 300 items",
    connections: 100,
    boards: 200,
    requestAt: deleteBoard,
  },
  { name: "lists", title: "A visitor reads uncached lists", connections: 50, requestAt: readList },
  { name: "searches", title: "A visitor searches", connections: 50, requestAt: search },
  {
    name: "pages",
    title: "A visitor requests uncached pages",
    connections: 50,
    requestAt: drawPage,
  },
  { name: "exports", title: "An admin exports", connections: 50, requestAt: startExport },
  {
    name: "own-pages",
    title: "A visitor of the same company requests uncached pages",
    connections: 50,
    requestAt: ({ quietHost }, turn) => get(quietHost, `/feedback?noise=${String(turn)}`),
  },
  {
    name: "everything",
    title: "Everything at once",
    connections: 250,
    boards: 200,
    requestAt: (fixtures, turn) => {
      const kind = EVERYTHING[turn % EVERYTHING.length] ?? readList;
      return kind(fixtures, turn);
    },
  },
];
