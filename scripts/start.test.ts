import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { INPUTS } from "./build.mjs";
import { root } from "./runtime.mjs";

/** A substitute for npm that installs the substitute for Vite after a short delay. */
const NPM = `
import { cpSync, appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
appendFileSync("runs", "npm\\n");
await sleep(200);
mkdirSync("node_modules/vite/bin", { recursive: true });
cpSync("vite.js", "node_modules/vite/bin/vite.js");
writeFileSync("node_modules/.package-lock.json", '{"packages":{}}');
`;

/** A substitute for Vite. It builds a portal that prints the content of the text file `version`. */
const VITE = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
const out = process.argv[process.argv.indexOf("--outDir") + 1];
const version = readFileSync("web/version", "utf8");
appendFileSync("runs", "vite\\n");
await sleep(Number(process.env.VITE_TAKES_MS ?? 50));
mkdirSync(out + "/assets", { recursive: true });
writeFileSync(out + "/assets/chunk-" + version + ".js", version);
writeFileSync(out + "/main.js", "console.log('The portal runs as " + version + "')");
`;

/** Creates a temporary project with the real scripts and with substitutes for npm and Vite. */
function newProject() {
  const folder = mkdtempSync(join(tmpdir(), "hearback-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = (...names: string[]) => join(folder, ...names);
  const write = (name: string, content: string) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), content);
  };
  cpSync(join(root, "scripts"), path("scripts"), { recursive: true });
  for (const input of INPUTS) {
    if (!input.includes(".")) mkdirSync(path(input));
    else if (!existsSync(path(input))) write(input, "");
  }
  write("package.json", '{"type":"module"}');
  write("package-lock.json", '{"packages":{}}');
  write("web/version", "1");
  write("npm.js", NPM);
  write("vite.js", VITE);
  const run = (script: string, env: Record<string, string> = {}, node: string[] = []) => {
    const child = spawn(process.execPath, [...node, path("scripts", `${script}.mjs`)], {
      cwd: folder,
      detached: true,
      env: { ...process.env, npm_execpath: path("npm.js"), PORT: "0", HOST: "", ...env },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output }));
    /** Kills the process and its descendants. */
    const kill = () => process.kill(-(child.pid ?? 0), "SIGKILL");
    return { ended, kill };
  };
  return {
    path,
    write,
    run,
    /** Returns the installations and builds so far. */
    runs: () =>
      existsSync(path("runs")) ? readFileSync(path("runs"), "utf8").trim().split("\n") : [],
    /** Returns the versions whose chunks exist. */
    built: () =>
      readdirSync(path("dist", "client", "assets"))
        .flatMap((name) => /-(\d)\.js$/.exec(name)?.[1] ?? [])
        .toSorted()
        .join(""),
  };
}

async function listenOnPort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

async function waitFor(isSo: () => boolean) {
  for (let round = 0; !isSo() && round < 200; round += 1) await sleep(20);
  expect(isSo()).toBe(true);
}

const ALL = ["npm", "vite", "vite", "vite"];

test("an installation in a folder with its own lock file removes the remains of a killed installation, and a second installation does nothing", async () => {
  const project = newProject();
  const { path, write, run } = project;
  write(
    "bench/browser/package-lock.json",
    '{"packages":{"node_modules/tool":{"version":"1.0.0"}}}',
  );
  write("bench/browser/node_modules/remains/package.json", "");
  write(
    "npm.js",
    `import { appendFileSync, cpSync, mkdirSync } from "node:fs";
    appendFileSync("runs", "npm\\n");
    mkdirSync("node_modules/tool", { recursive: true });
    cpSync("package-lock.json", "node_modules/.package-lock.json");`,
  );
  write(
    "scripts/installTwice.mjs",
    `import { join } from "node:path";
    import { install } from "./install.mjs";
    import { root } from "./runtime.mjs";
    const folder = join(root, "bench", "browser");
    await install({ dev: false, folder });
    await install({ dev: false, folder });`,
  );
  const { code, output } = await run("installTwice").ended;
  expect(output).toContain(`Installing packages in ${join("bench", "browser")} (`);
  expect(code).toBe(0);
  expect(readFileSync(path("bench/browser/runs"), "utf8")).toBe("npm\n");
  expect(readdirSync(path("bench/browser/node_modules")).toSorted()).toEqual([
    ".package-lock.json",
    "tool",
  ]);
  expect(existsSync(path("node_modules"))).toBe(false);
});

test("a start on a port in use changes nothing and prints one line", async () => {
  const project = newProject();
  const port = await listenOnPort();
  const refusal = { code: 1, output: `Port ${port} is taken. Set PORT to a free one.\n` };
  expect(await project.run("start", { PORT: port }).ended).toEqual(refusal);
  project.write(".env", `PORT=${port}\n`);
  const { PORT: _, ...inherited } = process.env;
  const ended = new Promise((resolve) => {
    execFile(
      process.execPath,
      [project.path("scripts", "start.mjs")],
      { env: inherited },
      (error, out, err) => resolve({ code: error?.code, output: out + err }),
    );
  });
  expect(await ended).toEqual(refusal);
  expect(project.runs()).toEqual([]);
});

test("if two processes run the first npm start at the same time, one installs and builds, the other waits, and both start the portal", async () => {
  const project = newProject();
  const ended = await Promise.all([project.run("start").ended, project.run("start").ended]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  for (const { output } of ended) expect(output).toContain("The portal runs as 1");
  expect(ended.filter(({ output }) => output.includes("Waiting for another process"))).not.toEqual(
    [],
  );
  expect(project.runs()).toEqual(ALL);
  // A third start has nothing to install or build, and prints only the portal's output.
  expect(await project.run("start").ended).toEqual({ code: 0, output: "The portal runs as 1\n" });
});

test("a build removes the files of a killed build and does not wait for the lock of the killed build", async () => {
  const project = newProject();
  const killed = project.run("start", { VITE_TAKES_MS: "1000" });
  await waitFor(() => project.runs().includes("vite"));
  killed.kill();
  await killed.ended;
  mkdirSync(project.path(".cache", "build-1-old", "client"), { recursive: true });
  expect(readdirSync(project.path(".cache"))).toHaveLength(3);
  const { code, output } = await project.run("start").ended;
  expect(code).toBe(0);
  expect(output).not.toContain("Waiting");
  expect(readdirSync(project.path(".cache"))).toEqual([]);
});

test("npm start takes over a stale lock whose process id belongs to another program", async () => {
  const project = newProject();
  const lock = project.path(".cache", "lock", String(process.pid));
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, "");
  const waiting = project.run("start");
  await sleep(300);
  expect(project.runs()).toEqual([]);
  const longAgo = Date.now() / 1000 - 120;
  utimesSync(lock, longAgo, longAgo);
  expect(await waiting.ended).toMatchObject({ code: 0 });
});

test("hashed files of the last five builds stay available", async () => {
  const project = newProject();
  await project.run("start").ended;
  // Several builds in one process are faster than several processes.
  project.write(
    "scripts/buildVersions.mjs",
    `import { writeFileSync } from "node:fs";
    import { build } from "./build.mjs";
    for (const version of process.env.VERSIONS) {
      writeFileSync("web/version", version);
      await build();
    }`,
  );
  await project.run("buildVersions", { VERSIONS: "23456", VITE_TAKES_MS: "0" }).ended;
  expect(project.built()).toBe("23456");
  await project.run("buildVersions", { VERSIONS: "5" }).ended;
  expect(project.built()).toBe("3456");
});

test("npm start in a read-only folder runs an up-to-date build and refuses an outdated build with one line of output", async () => {
  const project = newProject();
  await project.run("start").ended;
  // Root can write everywhere, so the script runs as another user.
  const asOther = "process.getuid() || (process.setgid(65534), process.setuid(65534));";
  const node = ["--import", `data:text/javascript,${asOther}`];
  rmSync(project.path(".cache"), { recursive: true });
  chmodSync(project.path(), 0o555);
  onTestFinished(() => chmodSync(project.path(), 0o755));
  const settings = { NODE_COMPILE_CACHE: "" };
  expect(await project.run("start", settings, node).ended).toEqual({
    code: 0,
    output: "The portal runs as 1\n",
  });
  project.write("web/version", "2");
  const { code, output } = await project.run("start", settings, node).ended;
  expect(output).toMatch(
    /^The folder must be installed or built again, but it is not writable: EACCES[^\n]+\n$/,
  );
  expect(code).toBe(1);
});

test("the portal ends when npm, which has started it, is killed", async () => {
  const project = newProject();
  const portal = `import("node:fs").then((fs) => fs.writeFileSync("portal", String(process.pid))); setInterval(() => 0, 1000);`;
  project.write(
    "vite.js",
    VITE.replace('"console.log(', `${JSON.stringify(portal)} + "console.log(`),
  );
  // npm runs a script in a shell, and ends the shell when it is killed.
  const shell = spawn("sh", ["-c", `"${process.execPath}" scripts/start.mjs; exit`], {
    cwd: project.path(),
    stdio: "ignore",
    env: {
      ...process.env,
      npm_execpath: project.path("npm.js"),
      npm_lifecycle_event: "start",
      PORT: "0",
      HOST: "",
    },
  });
  await waitFor(() => existsSync(project.path("portal")));
  const pid = Number(readFileSync(project.path("portal"), "utf8"));
  shell.kill();
  await waitFor(() => !isRunning(pid));
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
