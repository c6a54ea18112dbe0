import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { countDeployment } from "./countDeployment.ts";

let portal: TestPortal;
let provider: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  provider = portal.visitor("localhost", await portal.user("super_admin"));
});

/** Creates the root folder of a program. `build` writes the hash of the program's build inputs. */
async function program(): Promise<{ root: string; build(stamp: string): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), "hearback-build-"));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, "dist"));
  return { root, build: (stamp) => writeFile(join(root, "dist", "inputs.sha256"), stamp) };
}

const start = (root: string) => countDeployment(portal.database.system, portal.changes, root);
const shown = async () => (await provider.get("/api/admin/site-settings")).body.deploymentCount;

describe("the deployment count", () => {
  test("each new build raises the deployment count by one, however many processes run the build", async () => {
    const { root, build } = await program();
    await build("first");
    const before = await shown();
    await Promise.all(Array.from({ length: 8 }, () => start(root)));
    expect(await shown()).toBe(before + 1);
    await start(root);
    expect(await shown()).toBe(before + 1);
    await build("second");
    await start(root);
    expect(await shown()).toBe(before + 2);
  });

  test("starting an older build again does not change the deployment count", async () => {
    const [one, other] = [await program(), await program()];
    await one.build("older");
    await other.build("newer");
    await start(one.root);
    await start(other.root);
    const before = await shown();
    await start(one.root);
    expect(await shown()).toBe(before);
  });
});
