import type { TestPortal } from "#server/testing/testPortal.ts";

/** Counts of attempts are kept of whatever is refused, too. */
const NOT_DATA = new Set(["throttle", "migration"]);

let query: string | undefined;

/** All that is stored, by table, as one value each: two equal ones mean that nothing has been written in between. */
export async function fingerprint({ sql }: Pick<TestPortal, "sql">): Promise<Record<string, string>> {
  query ??= await fingerprintQuery(sql);
  const [row] = await sql<{ all: Record<string, string> }>(query);
  return row?.all ?? {};
}

async function fingerprintQuery(sql: TestPortal["sql"]): Promise<string> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const parts = tables
    .filter(({ name }) => !NOT_DATA.has(name))
    .map(
      ({ name }) =>
        `'${name}', (select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') from "${name}" t)`,
    );
  return `select json_build_object(${parts.join(", ")}, 'jobs',
    (select count(*)::text from graphile_worker.jobs)) as all`;
}
