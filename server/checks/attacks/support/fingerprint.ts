import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { dataTables } from "./dataTables.ts";

let query: string | undefined;

/**
 * Returns the number of rows of each table, the sum of the 64-bit hashes of these rows, and the
 * number of queued jobs. If two fingerprints are equal, nothing but rate limit counters was written
 * in between.
 */
export async function fingerprint(
  portal: Pick<TestPortal, "sql">,
): Promise<Record<string, string>> {
  query ??= await fingerprintQuery(portal);
  const [row] = await portal.sql<{ all: Record<string, string> }>(query, [], "fingerprint");
  return row?.all ?? {};
}

async function fingerprintQuery(portal: Pick<TestPortal, "sql">): Promise<string> {
  const tables = await dataTables(portal);
  const parts = tables.map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as hash from "${name}" t`,
  );
  const jobs = "select 'jobs', count(*)::text from graphile_worker.jobs";
  return `select json_object_agg(name, hash) as all
    from (${[...parts, jobs].join(" union all ")}) part`;
}
