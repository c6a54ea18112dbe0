import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { ImportRun } from "#contract/imports.ts";
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

/** Seconds for which another company's list is requested, alone and in each phase of the import. */
const LIST_SECONDS = 10;

type Phase = "read" | "dryRun" | "run";

/**
 * Creates an empty company with an admin and with boards of the same names as those of another
 * company.
 */
async function createEmptyCompany(url: string, from: CompanyPlan): Promise<CompanyPlan> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; user: string }>(
      `with company as (
         insert into company (name, subdomain) values ('Imported', 'imported') returning id
       ), admin as (
         insert into user_account (username, password_hash, home_company_id, role)
         select 'importer@example.com', 'none', id, 'company_admin' from company returning id
       )
       select company.id, admin.id as user from company, admin`,
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

/**
 * Measures the import of a company's export into an empty company: the times of reading the file,
 * of the dry run and of the run, the portal's memory, and the request rate of another company's
 * list during each of these phases.
 * @param file the export
 * @param fixtures the company whose list is requested
 */
export async function measureImport(
  url: string,
  { company: from, file, fixtures }: ImportTask,
): Promise<ImportFigures> {
  const company = await createEmptyCompany(url, from);
  const portal = await startBenchPortal(url);
  const cookie = await signInAdmin(url, company);
  const host = "imported.localhost";
  const call = async (method: "GET" | "POST", path: string, upload?: Upload) => {
    const headers = { host, cookie, ...upload?.headers };
    const request = { method, path: `/api/imports${path}`, headers, body: upload?.payload };
    const answer = await captureResponse(portal.port, request);
    if (answer.status >= 300) throw new Error(`${request.path}: ${String(answer.status)}`);
    return JSON.parse(String(answer.body)) as ImportRun;
  };
  const listRate = (seconds: number) => measureLists(portal.port, fixtures, seconds);
  try {
    // The first requests only warm up the portal.
    await listRate(1);
    const alone = await listRate(LIST_SECONDS);
    const seconds: Record<Phase, number> = { read: 0, dryRun: 0, run: 0 };
    const lists: Record<Phase, number> = { read: 0, dryRun: 0, run: 0 };
    let peakBytes = 0;
    let run: ImportRun | undefined;
    const phase = async (name: Phase, begin: () => Promise<ImportRun>) => {
      const startedAt = performance.now();
      run = await begin();
      const path = `/${String(run.id)}`;
      const beside = listRate(LIST_SECONDS).then((rate) => (lists[name] = rate / alone));
      while (run.progress !== null) {
        await sleep(POLL_MS);
        peakBytes = Math.max(peakBytes, residentBytes(portal.pid));
        run = await call("GET", path);
      }
      seconds[name] = (performance.now() - startedAt) / 1000;
      await beside;
      return run;
    };
    const content = Buffer.from(file);
    const upload = multipartOf(
      { name: "source", content: "hearback" },
      { name: "file", filename: "export.zip", type: "application/zip", content },
    );
    const { id } = await phase("read", () => call("POST", "", upload));
    await phase("dryRun", () => call("POST", `/${String(id)}/dry-run`));
    const done = await phase("run", () => call("POST", `/${String(id)}/run`));
    if (done.state !== "done") throw new Error(done.problem ?? `The import is ${done.state}`);
    const records = done.counts.reduce((sum, count) => sum + count.new, 0);
    const items = done.counts.find(({ kind }) => kind === "item")?.new ?? 0;
    return { items, records, seconds, lists, peakBytes, fileBytes: file.length };
  } finally {
    await portal.stop();
  }
}

interface ImportTask {
  company: CompanyPlan;
  file: Uint8Array;
  fixtures: BenchFixtures;
}

type Upload = ReturnType<typeof multipartOf>;
