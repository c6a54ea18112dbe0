import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/runtime.mjs";
import { BASE_DOMAIN, PORTAL_PORT } from "./addresses.ts";
import type { Program } from "./program.ts";
import { startProgram } from "./program.ts";

/** Id of the image's user `node`, and of its group. */
const IMAGE_USER = 1000;

/**
 * Runs a shell that stores its process id in a file and then becomes the portal, which keeps the
 * id. The portal is stopped by a signal to this id, because the process that `startPortal` starts
 * is `buildah`, not the portal.
 */
const WITH_PROCESS_ID = ["sh", "-c", 'echo $$ > /trial/pid; exec "$@"', "sh"];

export interface PortalSettings {
  image: string;
  /** Name of the portal's container. */
  name: string;
  address: string;
  databaseUrl: string;
  nameServer: string;
  /** Folder for the portal's process id and its log. */
  folder: string;
}

/** A portal that runs from an image. */
export type Portal = Pick<Program, "output"> & {
  /**
   * Sends SIGTERM, as `docker stop` does, and waits until the portal has ended.
   * @returns the exit code
   */
  stop(): Promise<number | null>;
};

/**
 * Starts a container of an image with the command, the user and the variables of the image, and the
 * settings of compose.yaml.
 */
export async function startPortal(settings: PortalSettings): Promise<Portal> {
  const { image, name, address, databaseUrl, nameServer, folder } = settings;
  const own = join(folder, name);
  const assets = join(folder, "assets");
  for (const writable of [own, assets]) {
    mkdirSync(writable, { recursive: true });
    chownSync(writable, IMAGE_USER, IMAGE_USER);
  }
  buildah("from", "--pull-never", "--name", name, image);
  const environment = {
    DATABASE_URL: databaseUrl,
    BASE_DOMAIN,
    HOST: address,
    PORT: String(PORTAL_PORT),
    TRUST_PROXY: composeSetting("TRUST_PROXY"),
    SHUTDOWN_DELAY_SECONDS: composeSetting("SHUTDOWN_DELAY_SECONDS"),
    ASSETS_DIR: "/assets",
    DNS_SERVERS: nameServer,
    SUPER_ADMIN_EMAIL: "root@feedback.example",
    SUPER_ADMIN_PASSWORD: "correct horse battery",
  };
  const program = await startProgram({
    command: [
      "buildah",
      "run",
      "--isolation=chroot",
      `--volume=${own}:/trial`,
      `--volume=${assets}:/assets`,
      ...Object.entries(environment).map(([key, value]) => `--env=${key}=${value}`),
      name,
      "--",
      ...WITH_PROCESS_ID,
      ...commandOf(image),
    ],
    log: join(folder, `${name}.log`),
    listens: { address, port: PORTAL_PORT },
  });
  return {
    output: program.output,
    stop: async () => {
      if (program.isRunning()) process.kill(Number(readFileSync(join(own, "pid"), "utf8")));
      return program.ended();
    },
  };
}

/**
 * Returns the value of a variable in compose.yaml, so that the checks use the settings of real
 * deployments.
 */
function composeSetting(variable: string): string {
  const compose = readFileSync(join(root, "compose.yaml"), "utf8");
  const value = new RegExp(`^ +${variable}: (\\S+)$`, "m").exec(compose)?.[1];
  if (value === undefined) throw new Error(`compose.yaml does not set ${variable}`);
  return value;
}

function buildah(...args: string[]): string {
  return execFileSync("buildah", args, { encoding: "utf8" });
}

function commandOf(image: string): string[] {
  const { Docker } = JSON.parse(buildah("inspect", "--type", "image", image)) as {
    Docker: { config: { Cmd: string[] } };
  };
  return Docker.config.Cmd;
}
