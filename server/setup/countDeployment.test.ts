import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { TestPortal } from "#server/testing/testPortal.ts";
import { startTestPortal } from "#server/testing/testPortal.ts";
import { countDeployment } from "./countDeployment.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** The sources of a program, in a folder of their own. */
async function sources(): Promise<{ root: string; write(path: string, text: string): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), "hearback-build-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const write = (path: string, text: string) => writeFile(join(root, path), text);
  for (const folder of ["contract", "server/db", "dist/client/.vite"]) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await write("contract/fields.ts", "a");
  await write("server/app.ts", "b");
  await write("server/db/0001.sql", "c");
  await write("dist/client/.vite/manifest.json", "d");
  return { root, write };
}

const start = (root: string) => countDeployment(portal.database.system, portal.changes, root);
const shown = async () =>
  (await portal.visitor("localhost").get("/api/admin/site-settings")).body.deploymentCount;

describe("the deployment count", () => {
  test("goes up by one for each new build, however many processes start it and however often", async () => {
    const { root, write } = await sources();
    const before = await shown();
    await Promise.all(Array.from({ length: 8 }, () => start(root)));
    expect(await shown()).toBe(before + 1);
    await start(root);
    expect(await shown()).toBe(before + 1);
    for (const [count, path] of [
      "contract/fields.ts",
      "server/app.ts",
      "server/db/0001.sql",
      "dist/client/.vite/manifest.json",
      "server/new.ts",
    ].entries()) {
      await write(path, `changed ${String(count)}`);
      await start(root);
      expect([path, await shown()]).toEqual([path, before + 2 + count]);
    }
  });

  test("stays when an older build starts again, and when nothing that runs has changed", async () => {
    const [one, other] = [await sources(), await sources()];
    await other.write("server/app.ts", "another");
    await start(one.root);
    await start(other.root);
    const before = await shown();
    await start(one.root);
    await other.write("server/notes.md", "no source");
    await start(other.root);
    expect(await shown()).toBe(before);
  });
});
