import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { EXTERNAL_PACKAGES } from "../vite.server.config.ts";
import { INPUTS } from "./build.mjs";
import { PORTAL_COMMAND, root } from "./runtime.mjs";

/** A substitute for Vite that builds a release with other file names. */
const NEXT_RELEASE = `
import { mkdirSync, writeFileSync } from "node:fs";
const out = process.argv[process.argv.indexOf("--outDir") + 1];
mkdirSync(out + "/assets", { recursive: true });
writeFileSync(out + "/assets/next-release.js", "");
for (const name of ["main.js", "entry-server.js"]) writeFileSync(out + "/" + name, "throw new Error('the next release')");
`;

/** Creates a project folder with the real build and the substitute for Vite. */
function newProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "hearback-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const input of new Set([...INPUTS, "scripts", "dist"]))
    cpSync(join(root, input), join(folder, input), { recursive: true });
  for (const name of EXTERNAL_PACKAGES.filter((left) => left !== "vite")) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  mkdirSync(join(folder, "node_modules", "vite", "bin"), { recursive: true });
  writeFileSync(join(folder, "node_modules", "vite", "bin", "vite.js"), NEXT_RELEASE);
  return folder;
}

async function startPortal(folder: string, settings: Record<string, string>): Promise<string> {
  const portal = spawn(process.execPath, PORTAL_COMMAND, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", PORT: "0", LOG_LEVEL: "silent", ...settings },
  });
  const exited = once(portal, "exit");
  onTestFinished(async () => {
    portal.kill("SIGTERM");
    await exited;
  });
  let output = "";
  const read = (chunk: Buffer) => (output += chunk.toString());
  portal.stdout.on("data", read);
  portal.stderr.on("data", read);
  const address = () => /running: (http:\/\/localhost:\d+)/.exec(output)?.[1];
  while (address() === undefined && portal.exitCode === null) await sleep(20);
  expect(output).toContain("running: ");
  return address() ?? "";
}

async function build(folder: string) {
  const builder = spawn(process.execPath, [join(folder, "scripts", "buildPortal.mjs")], {
    stdio: "ignore",
  });
  expect(await once(builder, "exit")).toEqual([0, null]);
}

const send = (url: string, body: object) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("a running portal serves its own release until its restart, even after the next release has been built", async () => {
  const folder = newProject();
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await database.sql("update site_settings set allow_public_registration = true");
  const mailServer = await startMailServer();
  onTestFinished(() => mailServer.close());
  const address = await startPortal(folder, {
    DATABASE_URL: database.connectionString,
    SMTP_URL: mailServer.url,
    SUPER_ADMIN_EMAIL: "super@example.com",
    SUPER_ADMIN_PASSWORD: "correct horse battery",
  });
  const signUp = () =>
    send(`${address}/api/register`, {
      username: "new@example.com",
      password: "password123",
      fullName: "Nora New",
      companyName: "New",
      subdomain: "new",
    });
  const page = await (await fetch(address)).text();

  // During a build, `dist` is missing for a short time.
  const dist = join(folder, "dist");
  renameSync(dist, `${dist}-away`);
  expect((await signUp()).status).toBe(500);
  renameSync(`${dist}-away`, dist);

  writeFileSync(join(folder, "web", "new.ts"), "");
  await build(folder);
  expect(existsSync(join(dist, "client", "assets", "next-release.js"))).toBe(true);
  const scripts = [...page.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? "");
  expect(scripts.length).toBeGreaterThan(2);
  for (const script of scripts) expect((await fetch(address + script)).status).toBe(200);
  // This is the first request for the login page, so the portal loads the page's code only now.
  expect((await fetch(`${address}/login`)).status).toBe(200);
  const refused = await signUp();
  expect(await refused.json()).toMatchObject({
    errors: { password: [expect.stringContaining("breaches")] },
  });
  await send(`${address}/api/password-reset`, { username: "super@example.com" });
  while (mailServer.mails.length === 0) await sleep(20);
});
