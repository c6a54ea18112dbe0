import { chmodSync, chownSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../../scripts/runtime.mjs";
import { POOLER, PORTALS, PORTAL_PORT, PROXY } from "./addresses.ts";
import type { Program } from "./program.ts";
import { startProgram } from "./program.ts";

/** PgBouncer refuses to run as root. Debian's package creates this user. */
const POOLER_USER = "postgres";

/**
 * Maximum number of connections from PgBouncer to the database. It is enough for three portals with
 * 23 connections each. At most two portals run at the same time.
 */
const POOL_SIZE = 80;

export interface Pooler extends Program {
  /** The `DATABASE_URL` of the portals, which leads through PgBouncer. */
  url: string;
  /** URL of PgBouncer's own console. */
  consoleUrl: string;
}

/** Starts PgBouncer in session mode in front of a database. */
export async function startPooler(folder: string, databaseUrl: string): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const settings = join(folder, "pgbouncer.ini");
  const users = join(folder, "pgbouncer-users.txt");
  writeFileSync(users, `"${username}" "${password}"\n`);
  writeFileSync(
    settings,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port}
[pgbouncer]
listen_addr = ${POOLER.address}
listen_port = ${String(POOLER.port)}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
admin_users = ${username}
pool_mode = session
default_pool_size = ${String(POOL_SIZE)}
max_client_conn = 200
`,
  );
  const owner = Number(execFileSync("id", ["--user", POOLER_USER], { encoding: "utf8" }));
  for (const file of [settings, users]) {
    chownSync(file, owner, 0);
    chmodSync(file, 0o400);
  }
  const program = await startProgram({
    command: ["pgbouncer", `--user=${POOLER_USER}`, settings],
    log: join(folder, "pgbouncer.log"),
    listens: POOLER,
  });
  const url = new URL(databaseUrl);
  url.host = `${POOLER.address}:${String(POOLER.port)}`;
  const consoleUrl = new URL(url);
  consoleUrl.pathname = "/pgbouncer";
  return { ...program, url: url.href, consoleUrl: consoleUrl.href };
}

export interface Proxy extends Program {
  /** The certificate of Caddy's own certificate authority. */
  ca: string;
}

/** Starts Caddy with the project's own configuration and a certificate authority of its own. */
export async function startProxy(folder: string): Promise<Proxy> {
  const program = await startProgram({
    command: ["caddy", "run", "--config", join(root, "deploy", "Caddyfile")],
    env: {
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      PORTALS: PORTALS.map((address) => `${address}:${String(PORTAL_PORT)}`).join(" "),
      CADDY_GLOBAL_OPTIONS: "local_certs\nskip_install_trust",
    },
    log: join(folder, "caddy.log"),
    listens: { address: PROXY, port: 443 },
  });
  const file = join(folder, "caddy", "pki", "authorities", "local", "root.crt");
  while (!existsSync(file)) await sleep(50);
  return { ...program, ca: readFileSync(file, "utf8") };
}
