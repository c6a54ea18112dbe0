import type { AttackFixtures } from "../attackFixtures.ts";
import type { SampleCalls } from "./sample.ts";

/** Stores a finished export without files. */
async function insertExport({ portal, company }: AttackFixtures) {
  const [row] = await portal.sql<{ id: string }>(
    `insert into export (company_id, state, progress, expires_at)
     values ($1, 'ready', '{"step": "votes", "after": null, "files": {}}', now() + interval '1 day')
     returning id`,
    [company.id],
  );
  return { id: Number(row?.id) };
}

/** Successful calls about exports. */
export const exportSampleCalls: SampleCalls = {
  "POST /api/exports": async ({ portal, company }) => {
    await portal.sql("delete from export where company_id = $1", [company.id]);
    return {};
  },
  "GET /api/exports/:id": async (fixtures) => ({ params: await insertExport(fixtures) }),
  "GET /api/exports/:id/file": async (fixtures) => ({ params: await insertExport(fixtures) }),
};
