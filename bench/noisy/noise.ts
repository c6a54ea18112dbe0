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
