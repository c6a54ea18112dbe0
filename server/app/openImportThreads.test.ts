import { beforeAll, expect, onTestFinished, test } from "vitest";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { openImportThreads } from "./openImportThreads.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Opens threads with this maximum heap, and uploads a file that no thread has read yet. */
async function scene(heapMb?: number) {
  const { connectionString, config, database } = portal;
  const threads = openImportThreads({
    connectionString,
    megabytes: config.importMegabytes,
    database,
    ...(heapMb !== undefined && { heapMb }),
  });
  onTestFinished(threads.close);
  const company = await portal.company();
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const { payload, headers } = multipartOf(
    { name: "source", content: "csv" },
    { name: "file", filename: "feedback.csv", type: "text/csv", content: "Title\nAn idea\n" },
  );
  const { body } = await admin.post("/api/imports", payload, headers);
  const importId: number = body.id;
  const key = { companyId: company.id, importId };
  const read = async () => (await admin.get(`/api/imports/${String(importId)}`)).body;
  return { ...threads, key, read };
}

test("an import that is aborted stops at once, and can be continued", async () => {
  const { continueImport, key, read } = await scene();
  const stop = new AbortController();
  const aborted = continueImport(key, stop.signal);
  stop.abort();
  await expect(aborted).rejects.toThrow("aborted");
  expect(await read()).toMatchObject({ state: "reading" });
  await continueImport(key);
  expect(await read()).toMatchObject({ state: "uploaded" });
});

test("an import fails if reading its file needs more memory than its thread may use", async () => {
  // The thread needs about 16 MB before it reads the file. With little less, it sometimes fails otherwise.
  const { continueImport, key, read } = await scene(8);
  expect(await continueImport(key)).toEqual({ isLeft: false, hasWritten: false });
  expect(await read()).toMatchObject({
    state: "failed",
    problem: expect.stringContaining("needs too much memory"),
  });
});
