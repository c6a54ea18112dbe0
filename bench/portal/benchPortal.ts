import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "#server/platform/embeddedPostgres/embeddedPostmaster.ts";
import { PORTAL_COMMAND, RUNTIME_ENVIRONMENT, findRuntime, root } from "../../scripts/runtime.mjs";

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

/**
 * Starts the portal with this database and waits for its first page.
 * @param node options for Node, such as `--expose-gc`
 */
export async function startBenchPortal(
  databaseUrl: string,
  node: string[] = [],
): Promise<BenchPortal> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "hearback-bench-log-"));
  const logFile = join(folder, "portal.log");
  const log = openSync(logFile, "a");
  const started = performance.now();
  const words = [...node, "--import", "./scripts/endWithParent.mjs", ...PORTAL_COMMAND];
  const child = spawn(findRuntime(), words, {
    cwd: root,
    env: {
      ...RUNTIME_ENVIRONMENT,
      ...process.env,
      ...SETTINGS,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
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
