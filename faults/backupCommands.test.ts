import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findRuntime, root } from "../scripts/runtime.mjs";
import { findRunningEmbedded } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { makeDataFolder, removeDataFolder } from "./support/dataFolder.ts";
import { call } from "./support/httpCall.ts";
import { ownerSql } from "./support/ownerSql.ts";
import { startPortal } from "./support/portalProcess.ts";

function newFolder(): string {
  const folder = makeDataFolder();
  onTestFinished(() => removeDataFolder(folder));
  return folder;
}

interface Ended {
  code: number;
  output: string;
}

/** `npm run backup`, `npm run restore` or `npm run recount`, as npm runs it. */
function run(
  command: "backup" | "restore" | "recount",
  dataDir: string,
  args: string[],
): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: "", DATA_DIR: dataDir, INIT_CWD: dataDir };
  return new Promise((resolve) => {
    execFile(
      findRuntime(),
      [join(root, "scripts", `${command}.mjs`), ...args],
      { cwd: root, env },
      (error, stdout, stderr) =>
        resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}`.trim() }),
    );
  });
}

const ONE_LINE = /^[^\n]+$/;
const CONTENT =
  "select count(*)::int as items, md5(string_agg(title, '' order by id)) as titles from feedback_item";

test("a running portal is backed up, and comes back in another place and when it is started there", async () => {
  const [first, second] = [newFolder(), newFolder()];
  const portal = await startPortal({ environment: { DATA_DIR: first, DEMO: "1" } });
  onTestFinished(async () => void (await portal.stop()));
  const file = join(first, "all.backup");
  const made = await run("backup", first, ["all.backup"]);
  expect(made.output).toMatch(/^The installation is backed up: \d+ rows[^\n]+$/);
  expect(made.code).toBe(0);
  const content = await ownerSql(() => findRunningEmbedded(first) ?? "")(CONTENT);

  expect(await run("restore", first, [file])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database is not empty[^\n]+$/),
  });
  const cut = join(first, "cut.backup");
  writeFileSync(cut, readFileSync(file).subarray(0, 3000));
  expect(await run("restore", second, [cut])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^[^\n]+is incomplete or was changed[^\n]+$/),
  });
  // Before anything is written: not even a database.
  expect(existsSync(join(second, "postgres"))).toBe(false);

  const restored = await run("restore", second, [file]);
  expect(restored.output).toMatch(/^The installation is restored as of [^\n]+$/);
  const again = await startPortal({ environment: { DATA_DIR: second, DEMO: "1" } });
  onTestFinished(async () => void (await again.stop()));
  expect(await ownerSql(() => findRunningEmbedded(second) ?? "")(CONTENT)).toEqual(content);
});

test("wrong counts are mended beside a running portal, which shows the right ones, and where none runs", async () => {
  const folder = newFolder();
  const portal = await startPortal({ environment: { DATA_DIR: folder, DEMO: "1" } });
  onTestFinished(async () => void (await portal.stop()));
  const spoil = () =>
    ownerSql(() => findRunningEmbedded(folder) ?? "")(
      "update feedback_item set votes = votes + 1000",
    );
  const mostVotes = async () => {
    const { text } = await call({
      port: portal.port,
      path: "/api/feedback?limit=1",
      host: "acme.localhost",
    });
    return (JSON.parse(text) as { votes: number }[])[0]?.votes ?? 0;
  };
  await spoil();
  const wrong = await mostVotes();
  expect(wrong).toBeGreaterThan(1000);
  const mended = await run("recount", folder, []);
  expect(mended.output).toMatch(
    /^Votes of items: (\d+) wrong, \1 mended\nComments of items: all right\n/,
  );
  expect(mended.code).toBe(0);
  await expect.poll(mostVotes).toBe(wrong - 1000);

  await spoil();
  await portal.stop();
  expect((await run("recount", folder, [])).output).toMatch(
    /^Votes of items: (\d+) wrong, \1 mended\n/,
  );
  expect((await run("recount", folder, [])).output).toMatch(/^Votes of items: all right\n/);
});

test("whoever uses the commands wrongly is told in one line", async () => {
  const folder = newFolder();
  for (const [command, args] of [
    ["backup", []],
    ["backup", ["a", "b"]],
    ["backup", ["--wrong", "a"]],
    ["restore", []],
    ["restore", ["missing.backup"]],
    ["backup", ["no-database-here"]],
    ["recount", ["--all"]],
    ["recount", []],
  ] as const) {
    const { code, output } = await run(command, folder, [...args]);
    expect(code).toBe(1);
    expect(output).toMatch(ONE_LINE);
  }
});
