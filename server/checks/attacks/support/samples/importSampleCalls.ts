import { importUpload, insertImport } from "#server/checks/fixtures/insertImport.ts";
import type { AttackFixtures } from "../attackFixtures.ts";
import type { SampleCalls } from "./sample.ts";

/** Successful calls about imports. */
export const importSampleCalls: SampleCalls = {
  "POST /api/imports": async ({ portal, company }) => {
    await portal.sql("delete from import_run where company_id = $1", [company.id]);
    const { payload: body, headers } = importUpload();
    return { body, headers };
  },
  "POST /api/imports/canny": async ({ portal, company }) => {
    await portal.sql("delete from import_run where company_id = $1", [company.id]);
    return { body: { apiKey: "key" } };
  },
  ...Object.fromEntries(
    (
      [
        ["GET /api/imports/:id", "uploaded"],
        ["PATCH /api/imports/:id", "uploaded"],
        ["DELETE /api/imports/:id", "uploaded"],
        ["POST /api/imports/:id/dry-run", "uploaded"],
        ["POST /api/imports/:id/run", "checked"],
        ["GET /api/imports/:id/additions", "done"],
        ["GET /api/imports/:id/report.csv", "done"],
        ["POST /api/imports/:id/undo", "done"],
      ] as const
    ).map(([call, state]) => [
      call,
      async ({ portal, company }: AttackFixtures) => ({
        params: { id: (await insertImport(portal, company, state)).id },
        ...(call.startsWith("PATCH") && { body: { boardId: null } }),
      }),
    ]),
  ),
};
