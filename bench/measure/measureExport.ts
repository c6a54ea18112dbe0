import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { captureResponse } from "../ceilings/captureResponse.ts";
import { signInAdmin } from "../noisy/noisyCompany.ts";
import { startBenchPortal } from "../portal/benchPortal.ts";
import type { CompanyPlan } from "../data/planCompanies.ts";
import { residentBytes } from "./cpu.ts";
import type { ExportFigures } from "./results.ts";

/** Numbers of votes and comments that are added to each item. */
const VOTES = 10;
const COMMENTS = 3;

const POLL_MS = 200;

/**
 * Adds `VOTES` votes and `COMMENTS` comments to each item. A vote of a user who has already voted
 * for the item is left out.
 */
async function addContent(url: string, company: CompanyPlan): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ids = [company.id, company.firstUserId, company.users];
  try {
    await client.query(
      `insert into user_vote (company_id, feedback_id, user_id)
       select $1, i.id, $2 + (i.id * 7 + n * 31) % $3
       from feedback_item i, generate_series(1, ${String(VOTES)}) n where i.company_id = $1
       on conflict do nothing`,
      ids,
    );
    await client.query(
      `insert into comment (company_id, feedback_id, user_id, content)
       select $1, i.id, $2 + (i.id * 5 + n) % $3, repeat('What somebody thinks of it. ', 1 + (i.id + n)::int % 8)
       from feedback_item i, generate_series(1, ${String(COMMENTS)}) n where i.company_id = $1`,
      ids,
    );
    await client.query("vacuum analyze user_vote, comment");
  } finally {
    await client.end();
  }
}

/**
 * Measures an export of the largest company by a portal that does nothing else: the time of the
 * export, the portal's memory, and the time of the download.
 */
export async function measureExport(
  url: string,
  company: CompanyPlan,
): Promise<{ figures: ExportFigures; file: Uint8Array }> {
  await addContent(url, company);
  const portal = await startBenchPortal({ DATABASE_URL: url });
  const headers = {
    host: `company-${String(company.id)}.localhost`,
    cookie: await signInAdmin(url, company),
  };
  const ask = async (method: "GET" | "POST", path: string, status: number) => {
    const answer = await captureResponse(portal.port, { method, path, headers });
    if (answer.status !== status) throw new Error(`${path} answered ${String(answer.status)}`);
    return answer.body;
  };
  try {
    const startedAt = performance.now();
    const created = JSON.parse(String(await ask("POST", "/api/exports", 201))) as Progress;
    const path = `/api/exports/${String(created.id)}`;
    let peakBytes = 0;
    let made = created;
    while (made.state === "running") {
      await sleep(POLL_MS);
      peakBytes = Math.max(peakBytes, residentBytes(portal.pid));
      made = JSON.parse(String(await ask("GET", path, 200))) as Progress;
    }
    if (made.state !== "ready") throw new Error(made.problem ?? "The export failed");
    const seconds = (performance.now() - startedAt) / 1000;
    const downloadedFrom = performance.now();
    const file = await ask("GET", `${path}/file`, 200);
    const downloadSeconds = (performance.now() - downloadedFrom) / 1000;
    const { items } = company;
    const figures = {
      items,
      rows: made.rowsDone,
      seconds,
      peakBytes,
      fileBytes: file.length,
      downloadSeconds,
    };
    return { figures, file };
  } finally {
    await portal.stop();
  }
}

interface Progress {
  id: number;
  state: string;
  rowsDone: number;
  problem: string | null;
}
