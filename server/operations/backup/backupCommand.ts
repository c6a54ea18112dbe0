import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ConfigError } from "#server/platform/config/configError.ts";
import { StartError, errorCode } from "#server/platform/db/startError.ts";
import { BackupError } from "./backupError.ts";

/** Arguments of `npm run backup --` and `npm run restore --`. */
export interface Arguments {
  /** Absolute path of the backup file. */
  path: string;
  company?: string | undefined;
  isForeign: boolean;
  arePeopleSame: boolean;
  areSecretsDropped: boolean;
}

const OPTIONS = {
  company: { type: "string" },
  foreign: { type: "boolean" },
  "same-people": { type: "boolean" },
  "without-secrets": { type: "boolean" },
} as const;

/**
 * Reads the arguments of a command. Relative paths are resolved against the folder where npm was
 * called.
 * @throws BackupError with the usage
 */
export function readArguments(
  usage: string,
  accepted: readonly (keyof typeof OPTIONS)[],
): Arguments {
  const refusal = new BackupError(`Use: ${usage}`);
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: Object.fromEntries(accepted.map((name) => [name, OPTIONS[name]])),
    });
    const [file, ...rest] = positionals;
    if (file === undefined || file === "" || rest.length > 0) throw refusal;
    const { company, foreign } = values;
    return {
      path: resolve(process.env["INIT_CWD"] ?? process.cwd(), file),
      company: typeof company === "string" ? company : undefined,
      isForeign: foreign === true,
      arePeopleSame: values["same-people"] === true,
      areSecretsDropped: values["without-secrets"] === true,
    };
  } catch (error) {
    refusal.cause = error;
    throw refusal;
  }
}

/**
 * Runs a command and prints its result or its error. An error that the user can resolve is printed
 * as one line.
 */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`);
  } catch (error) {
    process.stderr.write(`${lineOf(error)}\n`);
    process.exitCode = 1;
  }
}

function lineOf(error: unknown): string {
  const isExpected =
    error instanceof BackupError || error instanceof StartError || error instanceof ConfigError;
  if (isExpected) return error.message;
  const code = errorCode(error);
  if (!(error instanceof Error) || code === "") return String((error as Error).stack ?? error);
  return `The database cannot be used: ${error.message.replaceAll("\n", " ") || "no connection"} (${code})`;
}

/** Prints a line for the user on standard error, for example why the command waits. */
export function printProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Returns a size in human-readable form. */
export function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${(bytes / 1_000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
