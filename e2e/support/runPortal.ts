import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeScratchFolder } from "#server/checks/fixtures/scratchFolder.ts";
import { PORTAL_COMMAND, findRuntime, root } from "../../scripts/runtime.mjs";
import { serveRecords } from "./nameRecords.ts";
import type { PortalAddress } from "./portalAddress.ts";

const READY_WITHIN_MS = 60_000;

/**
 * Environment variables of the tested portal. Empty values override those of a developer's `.env`.
 */
const SETTINGS = {
  NODE_ENV: "production",
  HEARBACK_DEV: "",
  PORT: "0",
  HOST: "127.0.0.1",
  BASE_DOMAIN: "localhost",
  PREVIEW_HOSTS: "",
  DATABASE_URL: "",
  DEMO: "1",
  PROVIDER_NAME: "",
  PROVIDER_URL: "",
  FEEDBACK_PORTAL_URL: "",
  SMTP_URL: "",
  REQUIRE_CONFIRMED_EMAIL: "",
  SUPER_ADMIN_EMAIL: "",
  LOG_LEVEL: "warn",
  // The portal trusts X-Forwarded-For. Every simulated visitor sends an IP address of its own, so
  // that visitors do not share a rate limit.
  TRUST_PROXY: "loopback",
};

export interface RunningPortal {
  readonly address: PortalAddress;
  /** Stops the portal and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts a name server, and a portal with a new data folder and the demo data.
 * @throws if the portal is not built or not ready within `READY_WITHIN_MS`
 */
export async function runPortal(
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningPortal> {
  if (!existsSync(join(root, "dist", "portal", "main.js"))) {
    throw new Error("The portal is not built: run the browser tests through npm test.");
  }
  const dataDir = await makeScratchFolder("hearback-e2e-");
  const recordsDir = join(dataDir, "records");
  mkdirSync(recordsDir);
  const names = await serveRecords(recordsDir);
  const portal = spawn(
    findRuntime(),
    ["--import", "./scripts/endWithParent.mjs", ...PORTAL_COMMAND],
    {
      cwd: root,
      env: {
        ...process.env,
        ...SETTINGS,
        ...settings,
        DATA_DIR: dataDir,
        DNS_SERVERS: names.address,
      },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    },
  );
  const stop = async () => {
    if (portal.exitCode === null && portal.kill("SIGTERM")) await once(portal, "exit");
    await names.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const port = await portOf(portal);
    await waitUntilReady(port);
    return { address: { port, databaseUrl: databaseUrl(dataDir), recordsDir }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the portal's output names the port that the portal has chosen. Returns the port. */
async function portOf(portal: ChildProcess): Promise<number> {
  let output = "";
  const ended = new AbortController();
  portal.once("exit", () => ended.abort(new Error(`The portal ended: ${output}`)));
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(READY_WITHIN_MS)]);
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    portal.stdout?.on("data", (chunk) => {
      output += String(chunk);
      const port = /running: http:\/\/(?:portal\.)?localhost:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}

async function waitUntilReady(port: number): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    const reply = await fetch(`http://127.0.0.1:${String(port)}/api/ready`).catch(() => null);
    if (reply?.ok) return;
    await sleep(50);
  }
  throw new Error("The portal is not ready");
}

/**
 * Returns the connection string of the embedded database. Reads port and password from files of the
 * data folder.
 */
function databaseUrl(dataDir: string): string {
  const password = readFileSync(join(dataDir, "postgres-password"), "utf8").trim();
  const port =
    readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[3] ?? "";
  return `postgres://hearback:${password}@127.0.0.1:${port.trim()}/postgres`;
}
