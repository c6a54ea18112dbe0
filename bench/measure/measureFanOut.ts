import pg from "pg";
import { captureResponse } from "../ceilings/captureResponse.ts";
import { signInAdmin } from "../noisy/noisyCompany.ts";
import type { Processes } from "./measureScenario.ts";
import { percentile } from "./percentile.ts";
import type { FanOutFigures } from "./results.ts";

const VOTERS = 100_000;
const ROUNDS = 3;
const POLL_MS = 50;

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Adds voters to an item. The accounts get notifications but no mails, so that no mail is sent. */
async function addVoters(query: Query, companyId: number, itemId: number): Promise<void> {
  await query(
    `with account as (
       insert into user_account (username, password_hash, home_company_id, email_pace)
       select format('voter-%s@example.com', n), 'none', $1, 'off' from generate_series(1, $3) n
       returning id
     )
     insert into user_vote (company_id, feedback_id, user_id) select $1, $2, id from account`,
    [companyId, itemId, VOTERS],
  );
  await query("analyze user_account, user_vote");
}

/**
 * Measures the response time of a change of status of an item with 100,000 voters and of an item
 * with few voters, and how many accounts a second the job notifies after the change.
 */
export async function measureFanOut({
  database,
  portal,
  fixtures,
}: Pick<Processes, "database" | "portal" | "fixtures">): Promise<FanOutFigures> {
  const { company } = fixtures;
  const [followed, other] = [fixtures.itemIds.at(-1) ?? 0, fixtures.itemIds.at(-2) ?? 0];
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const query: Query = async (text, values) => (await client.query(text, values)).rows;
  try {
    await addVoters(query, company.id, followed);
    // Each round then changes the status of both items.
    await query("update feedback_item set status = 'new' where id = any ($1)", [[followed, other]]);
    const cookie = await signInAdmin(database.url, company);
    const change = async (itemId: number, status: string) => {
      const host = `company-${String(company.id)}.localhost`;
      const sentAt = performance.now();
      const answer = await captureResponse(portal.port, {
        method: "PATCH",
        path: `/api/feedback/${String(itemId)}`,
        headers: { host, cookie, "content-type": "application/json" },
        body: JSON.stringify({ status }),
      });
      if (answer.status !== 200) throw new Error(`A change answered ${String(answer.status)}`);
      return performance.now() - sentAt;
    };
    const times = { voters: [] as number[], few: [] as number[], seconds: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const status = round % 2 === 0 ? "under_development" : "planned";
      times.few.push(await change(other, status));
      await untilNotified(query);
      const startedAt = performance.now();
      times.voters.push(await change(followed, status));
      await untilNotified(query);
      times.seconds.push((performance.now() - startedAt) / 1000);
    }
    return {
      voters: VOTERS,
      withVoters: percentile(times.voters, 50),
      withFew: percentile(times.few, 50),
      perSecond: VOTERS / percentile(times.seconds, 50),
    };
  } finally {
    await client.end();
  }
}

/** Waits until the job has notified everybody. */
async function untilNotified(query: Query): Promise<void> {
  for (;;) {
    const tasks = await query("select from activity_task limit 1");
    if (tasks.length === 0) return;
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}
