import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readZip } from "#server/checks/fixtures/readZip.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { exportToFile } from "./exportToFile.ts";

let portal: TestPortal;
const folder = mkdtempSync(join(tmpdir(), "hearback-export-"));
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an operator exports a company to a new file, and no export remains in the portal", async () => {
  const company = await portal.company("Acme");
  await portal.item(await portal.board(company), { title: "An item" });
  const path = join(folder, "acme.zip");
  const done = await exportToFile(portal.database, company.subdomain.toUpperCase(), path);
  const content = readFileSync(path);
  expect(done).toEqual({ name: "Acme", rows: 2, size: content.length });
  expect((await readZip(content)).get("data/items.jsonl")?.toString()).toContain("An item");
  expect(await portal.sql("select from export")).toEqual([]);
  await expect(exportToFile(portal.database, company.subdomain, path)).rejects.toThrow(
    /is there already/,
  );
});

test("an operator gets the reason why a company is not exported, and no file is written", async () => {
  const company = await portal.company();
  const path = join(folder, "none.zip");
  await expect(exportToFile(portal.database, "nobody", path)).rejects.toThrow(
    "There is no company with the subdomain nobody.",
  );
  await portal.sql("insert into export (company_id, progress) values ($1, '{}')", [company.id]);
  await expect(exportToFile(portal.database, company.subdomain, path)).rejects.toThrow(
    "An export of this company is already running.",
  );
  expect(existsSync(path)).toBe(false);
});
