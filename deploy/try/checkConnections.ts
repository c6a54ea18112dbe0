import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { clientAddress } from "./addresses.ts";
import { expectEqual } from "./checkList.ts";
import { openEventStream } from "./eventStream.ts";
import { overHttps } from "./httpsClient.ts";
import type { Trial } from "./trial.ts";

/** IP addresses of visitors. There are so many that Caddy chooses each portal for some of them. */
const VISITORS = Array.from({ length: 16 }, (_, number) => clientAddress(20 + number));

/**
 * Checks that clients' IP addresses, event streams and sessions work through Caddy and PgBouncer.
 */
export async function checkConnections(trial: Trial): Promise<void> {
  const { checks } = trial;
  await checks.check("both portals serve visitors", () => visitBoth(trial));
  await checks.check("an event stream arrives while it is open, from both portals", () =>
    listen(trial),
  );
  await checks.check("the audit log has the client's address, not one that it claims", () =>
    readAuditedAddress(trial),
  );
  await checks.check("attempts to log in are counted by the client's own address", () =>
    guess(trial),
  );
  await checks.check("all connections of both portals go through PgBouncer in session mode", () =>
    countPooled(trial),
  );
}

async function visitBoth({ client, community, portals }: Trial): Promise<string> {
  const { host } = community.company;
  for (const from of VISITORS) {
    const { status, failure } = await client.call({ host, path: "/feedback", from });
    expectEqual(`reply to ${from}`, failure ?? status, 200);
  }
  const countVisitors = () =>
    portals.map(
      ({ output }) => VISITORS.filter((address) => output().includes(`"ip":"${address}"`)).length,
    );
  let counts = countVisitors();
  // Portals write the last lines of their logs after the responses, so the log is read repeatedly.
  for (let wait = 0; wait < 50 && counts.reduce((a, b) => a + b) < VISITORS.length; wait += 1) {
    await sleep(100);
    counts = countVisitors();
  }
  expectEqual(
    "visitors",
    counts.reduce((a, b) => a + b),
    VISITORS.length,
  );
  if (counts.includes(0)) throw new Error("One portal serves all visitors");
  return `${counts.join(" and ")} visitors`;
}

async function listen({ client, community }: Trial): Promise<string> {
  const { company, items, users } = community;
  const streams = await Promise.all(
    VISITORS.map((from) => openEventStream(company.host, { ca: client.ca, from })),
  );
  try {
    await Promise.all(streams.map((stream) => stream.waitFor("event: ready", 5_000)));
    const began = performance.now();
    const path = `/api/feedback/${String(items[0])}/vote`;
    const headers = { cookie: overHttps(users[0]?.cookie ?? "") };
    const vote = { host: company.host, from: clientAddress(3), method: "POST", path, headers };
    expectEqual("vote", (await client.call(vote)).status, 200);
    await Promise.all(streams.map((stream) => stream.waitFor('"kind":"vote"', 5_000)));
    if (!streams.every(({ isOpen }) => isOpen)) throw new Error("a stream has ended");
    const ms = String(Math.round(performance.now() - began));
    return `${String(streams.length)} streams over HTTP/2, after ${ms} ms`;
  } finally {
    for (const stream of streams) stream.close();
  }
}

async function readAuditedAddress({ client, community, sql }: Trial): Promise<string> {
  const { company, admin } = community;
  const from = clientAddress(4);
  const reply = await client.call({
    host: company.host,
    from,
    method: "PATCH",
    path: `/api/company/${String(company.id)}`,
    body: { name: "Renamed" },
    headers: {
      cookie: overHttps(admin.cookie),
      "x-forwarded-for": "198.51.100.99",
      forwarded: "for=198.51.100.99",
      "x-real-ip": "198.51.100.99",
    },
  });
  expectEqual("reply", reply.status, 200);
  const [entry] = await sql<{ ip: string }>("select ip from audit_entry order by id desc limit 1");
  expectEqual("address", entry?.ip, from);
  return from;
}

async function guess({ client, community }: Trial): Promise<string> {
  const { company, users } = community;
  const body = { username: users[1]?.username, password: "a wrong password" };
  const logIn = async (from: string) => {
    const call = { host: company.host, from, method: "POST", path: "/api/login", body };
    return (await client.call(call)).status;
  };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1) statuses.push(await logIn(clientAddress(5)));
  expectEqual("eleventh attempt", statuses.at(-1), 429);
  expectEqual("attempt from another address", await logIn(clientAddress(6)), 401);
  return "429 after ten attempts, 401 from another address";
}

async function countPooled({ pooler, sql }: Trial): Promise<string> {
  const console = new pg.Client({ connectionString: pooler.consoleUrl });
  await console.connect();
  try {
    const { rows: pools } = await console.query<{ database: string; pool_mode: string }>(
      "show pools",
    );
    const { rows: servers } = await console.query<{ local_port: number }>("show servers");
    const through = new Set(servers.map(({ local_port: port }) => port));
    const connections = await sql<{ port: number }>(
      "select client_port as port from pg_stat_activity where application_name like 'hearback%'",
    );
    const around = connections.filter(({ port }) => !through.has(port));
    expectEqual("connections past PgBouncer", around.length, 0);
    const modes = pools.filter(({ database }) => database !== "pgbouncer");
    expectEqual("modes", [...new Set(modes.map(({ pool_mode: mode }) => mode))], ["session"]);
    return `${String(connections.length)} connections`;
  } finally {
    await console.end();
  }
}
