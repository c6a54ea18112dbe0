import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { root } from "../../scripts/runtime.mjs";

/** The built portal as a child process, started like `npm start`. */
export interface BenchPortal {
  readonly pid: number;
  readonly port: number;
  /** Milliseconds from the start of the process to the portal's first page. */
  readonly startedWithin: number;
  stop(): Promise<void>;
}

/** Environment variables of the measured portal. Empty values override a developer's own `.env`. */
const SETTINGS = {
  NODE_ENV: "production",
  HEARBACK_DEV: "",
  HOST: "127.0.0.1",
  BASE_DOMAIN: "localhost",
  PREVIEW_HOSTS: "",
  DEMO: "0",
  SUPER_ADMIN_EMAIL: "root@example.com",
  SUPER_ADMIN_PASSWORD: "correct horse battery",
  FEEDBACK_PORTAL_URL: "",
  SMTP_URL: "",
  METRICS_TOKEN: "",
  NOTIFY_DELAY: "",
  MAIL_RATE: "",
  DKIM_DOMAIN: "",
  DKIM_SELECTOR: "",
  DKIM_KEY_FILE: "",
  BOUNCE_TOKEN: "",
  // Logs one line per request to a file, as in production.
  LOG_LEVEL: "info",
  // The load generator acts as the trusted proxy and sends an IP address for each visitor.
  TRUST_PROXY: "1",
};

const READY_WITHIN_MS = 60_000;
const POLL_MS = 5;

/** The portal's database: the address of a server, or the folder of an embedded PostgreSQL. */
export type PortalDatabase = { DATABASE_URL: string } | { DATABASE_URL: ""; DATA_DIR: string };

interface PortalOptions {
  /** Options for Node, such as `--expose-gc`. */
  node?: readonly string[];
  /** The project folder of the portal's version. */
  project?: string;
  /** Environment variables that differ from `SETTINGS`. */
  environment?: Readonly<Record<string, string>>;
}

/** Starts the portal with this database and waits for its first page. */
export async function startBenchPortal(
  database: PortalDatabase,
  { node = [], project = root, environment = {} }: PortalOptions = {},
): Promise<BenchPortal> {
  const runtime = join(project, "scripts", "runtime.mjs");
  const { PORTAL_COMMAND, RUNTIME_ENVIRONMENT, findRuntime } = (await import(
    runtime
  )) as typeof import("../../scripts/runtime.mjs");
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "hearback-bench-log-"));
  const logFile = join(folder, "portal.log");
  const log = openSync(logFile, "a");
  const started = performance.now();
  const words = [...node, "--import", "./scripts/endWithParent.mjs", ...PORTAL_COMMAND];
  const child = spawn(findRuntime(), words, {
    cwd: project,
    env: {
      ...RUNTIME_ENVIRONMENT,
      ...process.env,
      ...SETTINGS,
      ...environment,
      PORT: String(port),
      ...database,
      HEARBACK_STARTED_BY: String(process.pid),
    },
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - started > READY_WITHIN_MS) {
      const said = readFileSync(logFile, "utf8");
      if (child.exitCode === null) await stop();
      throw new Error(`The portal did not start: ${said}`);
    }
    await sleep(POLL_MS);
  }
  return { pid: child.pid ?? 0, port, startedWithin: performance.now() - started, stop };
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${String(port)}/`)).ok;
  } catch {
    return false;
  }
}
