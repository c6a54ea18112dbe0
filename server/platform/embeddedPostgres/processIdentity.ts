import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";

/** A live process. The start time distinguishes it from a later process with the same id. */
export interface ProcessIdentity {
  pid: number;
  /**
   * Opaque text that differs between processes with the same id; empty if the system does not
   * provide it.
   */
  startedAt: string;
  /** The command line, joined by spaces; empty if the system does not provide it. */
  command: string;
}

const hasProc = existsSync("/proc/self/stat");

/** Whether a process with this id exists, zombies included. */
function exists(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function readBoot() {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** The scope in which process ids are unique. */
export interface ProcessScope {
  /** Id of the machine's current boot; empty if the system does not provide it. */
  boot: string;
  /**
   * The container's process namespace, or the platform's name on a system without namespaces. The
   * system may reuse the namespace's number after the container has ended.
   */
  namespace: string;
}

/** Returns the scope of this process. */
export function findProcessScope(): ProcessScope {
  try {
    return { boot: readBoot(), namespace: readlinkSync("/proc/self/ns/pid") };
  } catch {
    return { boot: "", namespace: process.platform };
  }
}

function readProc(pid: number): ProcessIdentity | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, "utf8");
    // The program name in parentheses can contain any character. After the name, the first field is
    // the state, and the twentieth is the start time (field 22 of the line).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    const boot = readBoot();
    const command = readFileSync(`/proc/${String(pid)}/cmdline`, "utf8")
      .replaceAll("\0", " ")
      .trim();
    // Kernel threads have no command line, so the name replaces it.
    const name = stat.slice(stat.indexOf("("), stat.lastIndexOf(")") + 1);
    return { pid, startedAt: `${boot}:${fields[19] ?? ""}`, command: command || name };
  } catch {
    return undefined;
  }
}

function readPs(pid: number): ProcessIdentity | undefined {
  try {
    const ps = (column: string) =>
      execFileSync("ps", ["-ww", "-p", String(pid), "-o", `${column}=`], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        env: { ...process.env, LC_ALL: "C" },
      }).trim();
    return ps("stat").startsWith("Z")
      ? undefined
      : { pid, startedAt: ps("lstart"), command: ps("command") };
  } catch {
    return { pid, startedAt: "", command: "" };
  }
}

/** Finds the live process with this id; undefined if there is none or it is a zombie. */
export function findProcess(pid: number): ProcessIdentity | undefined {
  if (!Number.isInteger(pid) || pid <= 0 || !exists(pid)) return undefined;
  return hasProc ? readProc(pid) : readPs(pid);
}
