import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { ImportRun } from "#contract/importRun.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { captureResponse } from "../ceilings/captureResponse.ts";
import type { CompanyPlan } from "../data/planCompanies.ts";
import { signInAdmin } from "../noisy/noisyCompany.ts";
import { startBenchPortal } from "../portal/benchPortal.ts";
import type { BenchFixtures } from "../scenarios/createBenchFixtures.ts";
import { requestAt } from "../scenarios/requestAt.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { residentBytes } from "./cpu.ts";
import type { ImportFigures } from "./results.ts";
import { runLoad } from "./runLoad.ts";

const POLL_MS = 200;

/** Seconds for which another company's list is requested before the import and in each phase. */
const LIST_SECONDS = 10;

type Phase = "read" | "dryRun" | "run";

/**
 * Creates an empty company with an admin and boards. The boards have the names of another company's
 * boards. The admin's username is the subdomain followed by `@example.com`.
 */
async function createEmptyCompany(
  url: string,
  subdomain: string,
  from: CompanyPlan,
): Promise<CompanyPlan> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; user: string }>(
      `with company as (
         insert into company (name, subdomain) values ('Imported', $1) returning id
       ), admin as (
         insert into user_account (username, password_hash, home_company_id, role)
         select $1 || '@example.com', 'none', id, 'company_admin' from company returning id
       )
       select company.id, admin.id as user from company, admin`,
      [subdomain],
    );
    const [created] = rows;
    if (!created) throw new Error("The company was not created");
    const id = Number(created.id);
    await client.query(
      "insert into board (company_id, name, slug) select $1, name, slug from board where company_id = $2",
      [id, from.id],
    );
    return { ...from, id, items: 0, users: 1, firstUserId: Number(created.user) };
  } finally {
    await client.end();
  }
}

/** Requests a company's list over one connection. Returns the number of requests per second. */
async function measureLists(
  port: number,
  fixtures: BenchFixtures,
  seconds: number,
): Promise<number> {
  const list = scenarios.find(({ name }) => name === "list-api");
  if (!list) throw new Error("There is no list");
  const result = await runLoad({
    port,
    connections: 1,
    seconds,
    status: 200,
    firstTurn: 0,
    requestAt: (turn) => requestAt(list, fixtures, turn),
  });
  return result.requestsPerSecond;
}

/** The measurements of one import. */
interface ImportRound {
  run: ImportRun;
  seconds: Record<Phase, number>;
  /** Highest resident memory of the portal. */
  peakBytes: number;
}

/**
 * Starts a portal for this import only, and imports the file into an empty company.
 * @param duringPhase called when a phase has begun; the next phase waits for it
 */
async function importFile(
  { url, subdomain, company: from, file }: ImportSource,
  { beforeImport, duringPhase }: ImportHooks = {},
): Promise<ImportRound> {
  const company = await createEmptyCompany(url, subdomain, from);
  const portal = await startBenchPortal({ DATABASE_URL: url });
  const cookie = await signInAdmin(url, company);
  const host = `${subdomain}.localhost`;
  const call = async (method: "GET" | "POST", path: string, upload?: Upload) => {
    const headers = { host, cookie, ...upload?.headers };
    const request = { method, path: `/api/imports${path}`, headers, body: upload?.payload };
    const answer = await captureResponse(portal.port, request);
    if (answer.status >= 300) throw new Error(`${request.path}: ${String(answer.status)}`);
    return JSON.parse(String(answer.body)) as ImportRun;
  };
  const seconds: Record<Phase, number> = { read: 0, dryRun: 0, run: 0 };
  let peakBytes = 0;
  const phase = async (name: Phase, begin: () => Promise<ImportRun>) => {
    const startedAt = performance.now();
    let run = await begin();
    const path = `/${String(run.id)}`;
    const beside = duringPhase?.(name, portal.port);
    while (run.progress !== null) {
      await sleep(POLL_MS);
      peakBytes = Math.max(peakBytes, residentBytes(portal.pid));
      run = await call("GET", path);
    }
    seconds[name] = (performance.now() - startedAt) / 1000;
    await beside;
    if (run.problem !== null) throw new Error(`${name}: ${run.problem}`);
    return run;
  };
  const upload = multipartOf(
    { name: "source", content: "hearback" },
    { name: "file", filename: "export.zip", type: "application/zip", content: Buffer.from(file) },
  );
  try {
    await beforeImport?.(portal.port);
    const { id } = await phase("read", () => call("POST", "", upload));
    await phase("dryRun", () => call("POST", `/${String(id)}/dry-run`));
    const run = await phase("run", () => call("POST", `/${String(id)}/run`));
    if (run.state !== "done") throw new Error(`The import is ${run.state}`);
    return { run, seconds, peakBytes };
  } finally {
    await portal.stop();
  }
}

/**
 * Measures the import of a company's export into an empty company: the times of reading the file,
 * of the dry run and of the run, and the portal's memory. During each of these phases of a second
 * import, another company's list is requested, and the rate of these requests is measured. No such
 * requests are sent during the first import, because their cached responses need memory.
 * @param file the export
 * @param fixtures the company whose list is requested
 */
export async function measureImport(
  url: string,
  { company, file, fixtures }: ImportTask,
): Promise<ImportFigures> {
  const source = { url, company, file };
  const { run, seconds, peakBytes } = await importFile({ ...source, subdomain: "imported" });
  const records = run.counts.reduce((sum, count) => sum + count.new, 0);
  const items = run.counts.find(({ kind }) => kind === "item")?.new ?? 0;

  const lists: Record<Phase, number> = { read: 0, dryRun: 0, run: 0 };
  let alone = 0;
  await importFile(
    { ...source, subdomain: "imported-again" },
    {
      beforeImport: async (port) => {
        // The first requests only warm up the portal.
        await measureLists(port, fixtures, 1);
        alone = await measureLists(port, fixtures, LIST_SECONDS);
      },
      duringPhase: async (name, port) => {
        lists[name] = (await measureLists(port, fixtures, LIST_SECONDS)) / alone;
      },
    },
  );
  return { items, records, seconds, lists, peakBytes, fileBytes: file.length };
}

interface ImportTask {
  company: CompanyPlan;
  file: Uint8Array;
  fixtures: BenchFixtures;
}

interface ImportSource {
  url: string;
  subdomain: string;
  /** The company whose boards the empty company gets. */
  company: CompanyPlan;
  file: Uint8Array;
}

interface ImportHooks {
  beforeImport?: (port: number) => Promise<void>;
  duringPhase?: (phase: Phase, port: number) => Promise<void>;
}

type Upload = ReturnType<typeof multipartOf>;
