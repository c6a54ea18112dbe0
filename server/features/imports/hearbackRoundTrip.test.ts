import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { ImportRun } from "#contract/imports.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { exportedContents } from "#server/checks/fixtures/imports/exportedContents.ts";
import {
  apply,
  FIRST_STEPS,
  roundTripScene,
  step,
} from "#server/checks/fixtures/imports/roundTripSteps.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import { readZip } from "#server/checks/fixtures/readZip.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { bySize, LONG_TIMEOUT } from "#server/checks/fixtures/testSize.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";

// Changes a company at random, exports the company, imports the export into an empty company,
// exports the second company as well, and compares both exports.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function exportCompany(host: string, user: TestUser): Promise<Buffer> {
  const { body } = await portal.visitor(host, user).post("/api/exports");
  await runJobs(portal);
  const url = `/api/exports/${String(body.id)}/file`;
  const headers = { host, cookie: user.cookie };
  return (await portal.app.inject({ url, headers })).rawPayload;
}

/**
 * Imports an export into an empty company, after creating all missing boards and topics as an
 * admin.
 */
async function importInto(host: string, user: TestUser, content: Buffer): Promise<ImportRun> {
  const admin = portal.visitor(host, user);
  const { payload, headers } = multipartOf(
    { name: "source", content: "hearback" },
    { name: "file", filename: "export.zip", content },
  );
  const uploaded = await admin.post("/api/imports", payload, headers);
  const path = `/api/imports/${String(uploaded.body.id)}`;
  await runJobs(portal);
  const read: ImportRun = (await admin.get(path)).body;
  const names: object[] = [];
  for (const { kind, name, board } of read.names) {
    const created = await (board
      ? admin.post("/api/boards", board)
      : admin.post("/api/categories", { name }));
    expect(created.status).toBe(201);
    names.push({ kind, name, target: String(created.body.id) });
  }
  expect((await admin.patch(path, { names, takesSettings: true })).status).toBe(200);
  for (const verb of ["dry-run", "run"]) {
    expect((await admin.post(`${path}/${verb}`)).status).toBe(200);
    await runJobs(portal);
  }
  return (await admin.get(path)).body;
}

async function chooseSettings(host: string, user: TestUser, companyId: number): Promise<void> {
  const admin = portal.visitor(host, user);
  const path = `/api/company/${String(companyId)}`;
  const profile = { name: "Acme ✓", description: "Two\nlines", website: "https://acme.example" };
  const colors = ["primary", "secondary", "accent", "menuActive", "menuHover", "buttonText"];
  const brandingSettings = Object.fromEntries(colors.map((name) => [`${name}Color`, "#123abc"]));
  const logo = multipartOf({ name: "logo", filename: "logo.png", content: await pngOf() });
  const replies = [
    await admin.patch(path, { ...profile, allowCustomerSignUp: false }),
    await admin.patch(`${path}/branding`, { brandingSettings }),
    await admin.post(`${path}/logo`, logo.payload, logo.headers),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
}

test(
  "importing an export into an empty company and exporting that company gives the same contents as the first export",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 40 }),
        fc.boolean(),
        async (steps, hasSettings) => {
          const scene = await roundTripScene(portal);
          const { host, companyId } = scene;
          const user = await portal.user("company_admin", { id: companyId });
          if (hasSettings) await chooseSettings(host, user, companyId);
          for (const next of [...FIRST_STEPS, ...steps]) await apply(scene, next);
          const exported = await exportCompany(host, user);
          const empty = await portal.company();
          // An import assigns items only to admins of the importing company, so the admin moves to
          // this company.
          await portal.sql("update user_account set home_company_id = $2 where id = $1", [
            scene.adminId,
            empty.id,
          ]);
          const other = await portal.user("company_admin", empty);
          const { state, counts } = await importInto(empty.host, other, exported);
          expect(state).toBe("done");
          expect(counts.filter((count) => count.skipped + count.same > 0)).toEqual([]);
          const again = await exportCompany(empty.host, other);
          expect(exportedContents(await readZip(again))).toEqual(
            exportedContents(await readZip(exported)),
          );
          expect(await findWrongCounts((query) => portal.sql(query))).toEqual([]);
        },
      ),
      // Short test runs use a fixed seed and therefore always take the same steps. After a failure,
      // the steps are not shrunk, because this would repeat imports for minutes.
      { numRuns: bySize(2, 200), seed: bySize(1, Date.now() % 2 ** 31), endOnFailure: true },
    );
  },
  LONG_TIMEOUT,
);
