import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "./runtime.mjs";

/**
 * Creates two installations whose npm scripts only record their calls. `added` adds shell commands
 * to these scripts.
 */
function installations(added: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "hearback-move-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const calls = join(folder, "calls");
  for (const side of ["from", "to"]) {
    const scripts = Object.fromEntries(
      ["read-only", "backup", "restore", "unsubscribed"].map((name) => {
        const call = `${side} ${name}`;
        return [name, `run() { echo "${call} $*" >> '${calls}'; ${added[call] ?? ":"}; }; run`];
      }),
    );
    mkdirSync(join(folder, side));
    writeFileSync(join(folder, side, "package.json"), JSON.stringify({ scripts }));
  }
  const temporary = join(folder, "temporary");
  mkdirSync(temporary);

  const move = (change: string) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const { pid } = execFile(
        join(root, "deploy", "move-company.sh"),
        [join(folder, "from"), join(folder, "to"), "acme", change],
        { env: { ...process.env, TMPDIR: temporary } },
        (error, stdout, stderr) => resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` }),
      );
      writeFileSync(join(folder, "pid"), String(pid));
    });
  const listCalls = () =>
    readFileSync(calls, "utf8")
      .trim()
      .replaceAll(/ \/\S+.*/g, "")
      .split("\n");
  return { move, listCalls, listTemporary: () => readdirSync(temporary) };
}

test("a move whose SWITCH command fails leaves the company read-only in the old installation", async () => {
  const { move, listCalls } = installations();
  const { code, output } = await move("exit 1");
  expect(code).toBe(1);
  expect(output).toContain("The company is in both installations");
  expect(listCalls()).toEqual(["from read-only acme on", "from backup", "to restore"]);
});

test("a move that cannot list the unsubscribed accounts after the restore prints the commands to run", async () => {
  const { move, listCalls } = installations({ "from unsubscribed": "exit 1" });
  const { code, output } = await move("exit 0");
  expect(code).toBe(1);
  expect(output).toContain("npm run unsubscribed -- list acme FILE");
  expect(listCalls().slice(-2)).toEqual(["to restore", "from unsubscribed list acme"]);
});

test("a move whose restore fails lets the company accept changes again", async () => {
  const { move, listCalls } = installations({ "to restore": "exit 1" });
  const { code, output } = await move("exit 0");
  expect(code).toBe(1);
  expect(output).toContain("The company was not moved. It stays where it is.");
  expect(listCalls().at(-1)).toBe("from read-only acme off");
});

test("a move of a company that is already read-only leaves the company read-only", async () => {
  const { move, listCalls } = installations({ "from read-only": "[ $2 = off ]" });
  const { code, output } = await move("exit 0");
  expect(code).toBe(1);
  expect(output).toContain("this run changed nothing");
  expect(listCalls()).toEqual(["from read-only acme on"]);
});

test.each(["INT", "TERM", "HUP"])(
  "a move that SIG%s ends during the backup lets the company accept changes again and removes the backup",
  async (signal) => {
    const { move, listCalls, listTemporary } = installations({
      "from backup": `touch $1; kill -s ${signal} $(cat ../pid)`,
    });
    const { code, output } = await move("exit 0");
    expect(code).toBe(1);
    expect(output).toContain("It stays where it is.");
    expect(listCalls()).toEqual([
      "from read-only acme on",
      "from backup",
      "from read-only acme off",
    ]);
    expect(listTemporary()).toEqual([]);
  },
);

test("a move that a signal ends during the restore leaves the company read-only", async () => {
  const { move, listCalls } = installations({ "to restore": `kill -s TERM $(cat ../pid); exit 1` });
  const { code, output } = await move("exit 0");
  expect(code).toBe(1);
  expect(output).toContain("npm run read-only -- acme off");
  expect(listCalls().at(-1)).toBe("to restore");
});
