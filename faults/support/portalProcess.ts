import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PORTAL_COMMAND, findRuntime, root } from "../../scripts/runtime.mjs";

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
  DEMO: "0",
  PROVIDER_NAME: "",
  PROVIDER_URL: "",
  FEEDBACK_PORTAL_URL: "",
  SMTP_URL: "",
  SUPER_ADMIN_EMAIL: "root@example.com",
  SUPER_ADMIN_PASSWORD: "correct horse battery",
  LOG_LEVEL: "error",
  METRICS_TOKEN: "",
  NOTIFY_DELAY: "",
  MAIL_RATE: "",
  DKIM_DOMAIN: "",
  DKIM_SELECTOR: "",
  DKIM_KEY_FILE: "",
  BOUNCE_TOKEN: "",
  TRUST_PROXY: "",
};

const READY_WITHIN_MS = 60_000;

/** The built portal as a child process. */
export interface PortalProcess {
  readonly pid: number;
  readonly port: number;
  /** Returns all output so far, including log lines. */
  output(): string;
  /** Sends SIGKILL and waits until the process has ended. The embedded database keeps running. */
  kill(): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

export interface PortalOptions {
  environment: Record<string, string>;
  /** Options for Node, such as `--inspect`. */
  node?: string[];
  /** The program and its arguments; by default the built portal. */
  command?: readonly string[];
}

/** Starts a portal without waiting until it listens. */
export function spawnPortal({ environment, node = [], command = PORTAL_COMMAND }: PortalOptions) {
  if (!existsSync(join(root, "dist", "portal", "main.js"))) {
    throw new Error("The portal is not built: run these tests through npm test.");
  }
  const child = spawn(
    findRuntime(),
    [...node, "--import", "./scripts/endWithParent.mjs", ...command],
    {
      cwd: root,
      env: {
        ...process.env,
        ...SETTINGS,
        ...environment,
        HEARBACK_STARTED_BY: String(process.pid),
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  let output = "";
  const read = (chunk: Buffer) => (output += chunk.toString());
  child.stdout?.on("data", read);
  child.stderr?.on("data", read);
  const exited = once(child, "exit") as Promise<[number | null]>;
  return { child, exited, output: () => output };
}

/**
 * Starts a portal and waits until it listens.
 * @throws Error with the portal's output if the portal ends earlier or does not listen within
 * `READY_WITHIN_MS`
 */
export async function startPortal(options: PortalOptions): Promise<PortalProcess> {
  const { child, exited, output } = spawnPortal(options);
  const port = await new Promise<number>((resolve, reject) => {
    const fail = () => reject(new Error(`The portal did not start: ${output()}`));
    const timer = setTimeout(fail, READY_WITHIN_MS);
    child.once("exit", fail);
    child.once("error", reject);
    const read = () => {
      const found = /running: http:\/\/localhost:(\d+)/.exec(output())?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      child.off("exit", fail);
      resolve(Number(found));
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
  });
  return {
    pid: child.pid ?? 0,
    port,
    output,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    stop: async () => {
      child.kill("SIGTERM");
      return (await exited)[0];
    },
  };
}
