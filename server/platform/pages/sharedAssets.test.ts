import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { builtPages } from "./builtPages.ts";

const DIST = join(ROOT, "dist");

const portal = await startTestPortal();

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hearback-assets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a portal serves files that other builds have added to the shared folder ASSETS_DIR since the portal's start", async () => {
  const folder = makeFolder();
  const { visitor } = await portal.anotherApp({}, await builtPages(DIST, folder));
  const get = (name: string) => visitor("localhost").get(`/assets/${name}`);
  expect(await get("main-other.js")).toMatchObject({ status: 404 });
  writeFileSync(join(folder, "main-other.js"), "// of another build");
  expect(await get("main-other.js")).toMatchObject({
    status: 200,
    text: "// of another build",
    headers: { "cache-control": "public, max-age=31536000, immutable" },
  });
  expect(await get("..%2Fpackage.json")).toMatchObject({ status: 404 });
});

test("a portal copies its build's files to the shared folder ASSETS_DIR and deletes files older than 30 days there", async () => {
  const folder = makeFolder();
  for (const [name, days] of [
    ["recent.js", 29],
    ["old.js", 31],
  ] as const) {
    writeFileSync(join(folder, name), "");
    const date = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    utimesSync(join(folder, name), date, date);
  }
  await builtPages(DIST, folder);
  expect(existsSync(join(folder, "recent.js"))).toBe(true);
  expect(existsSync(join(folder, "old.js"))).toBe(false);
  const own = readdirSync(join(DIST, "client", "assets"));
  expect(readdirSync(folder).toSorted()).toEqual([...own, "recent.js"].toSorted());
});

test("the start fails with a message of one line if the shared folder ASSETS_DIR cannot be written", async () => {
  const file = join(makeFolder(), "file");
  writeFileSync(file, "");
  await expect(builtPages(DIST, join(file, "assets"))).rejects.toThrow(
    /^ASSETS_DIR cannot be used \(ENOTDIR\)\.$/,
  );
});
