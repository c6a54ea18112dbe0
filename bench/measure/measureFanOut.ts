import pg from "pg";
import { captureResponse } from "../ceilings/captureResponse.ts";
import { signInAdmin } from "../noisy/noisyCompany.ts";
import type { Processes } from "./measureScenario.ts";
import { residentBytes } from "./cpu.ts";
import { percentile } from "./percentile.ts";
import type { FanOutFigures } from "./results.ts";

const VOTERS = 100_000;
const ROUNDS = 3;
const PACES = ["off", "immediate", "daily"] as const;
const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Sydney"];
const POLL_MS = 50;

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Adds voters of several time zones to an item. */
async function addVoters(query: Query, companyId: number, itemId: number): Promise<void> {
  await query(
    `with account as (
       insert into user_account (username, password_hash, home_company_id, confirmed_at, time_zone)
       select format('voter-%s@example.com', n), 'none', $1, now(), ($4::text[])[1 + n % $5]
       from generate_series(1, $3) n
       returning id
     )
     insert into user_vote (company_id, feedback_id, user_id) select $1, $2, id from account`,
    [companyId, itemId, VOTERS, ZONES, ZONES.length],
  );
  await query("analyze user_account, user_vote");
}

/**
 * Measures the response time of a change of status, for an item with 100,000 voters and for an item
 * with few voters. Also measures how many accounts per second the job notifies after the change.
 * This rate is measured for each of the voters' mail settings in `PACES`. The notifications are
 * deleted before a mail is due.
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
    // No round changes an item to `new`, so the first change of each item has an effect.
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
    const times = { voters: [] as number[], few: [] as number[] };
    const seconds = { off: [] as number[], immediate: [] as number[], daily: [] as number[] };
    const statuses = alternating("under_development", "planned");
    let peakBytes = 0;
    const watchMemory = () => (peakBytes = Math.max(peakBytes, residentBytes(portal.pid)));
    for (const pace of PACES) {
      await query("update user_account set email_pace = $1 where username like 'voter-%'", [pace]);
      await query("vacuum analyze user_account");
      for (let round = 0; round < ROUNDS; round += 1) {
        const status = statuses.next().value;
        times.few.push(await change(other, status));
        await untilNotified(query, watchMemory);
        const startedAt = performance.now();
        times.voters.push(await change(followed, status));
        await untilNotified(query, watchMemory);
        seconds[pace].push((performance.now() - startedAt) / 1000);
        await query("delete from notification");
        await query("vacuum notification");
      }
    }
    const rate = (list: number[]) => VOTERS / percentile(list, 50);
    const { off, immediate, daily } = seconds;
    return {
      voters: VOTERS,
      withVoters: percentile(times.voters, 50),
      withFew: percentile(times.few, 50),
      perSecond: { off: rate(off), immediate: rate(immediate), daily: rate(daily) },
      peakBytes,
    };
  } finally {
    await client.end();
  }
}

function* alternating(first: string, second: string): Generator<string, never> {
  for (;;) {
    yield first;
    yield second;
  }
}

/** Waits until the job has notified everybody. Calls `onPoll` repeatedly until then. */
async function untilNotified(query: Query, onPoll: () => void): Promise<void> {
  for (;;) {
    onPoll();
    const waiting = await query("select from activity where pending <> '{}' limit 1");
    if (waiting.length === 0) return;
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}
