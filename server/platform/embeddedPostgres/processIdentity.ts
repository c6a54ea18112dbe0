import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";

/** A live process, told apart from a later one with the same number by the moment it began. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque; equal for the same process only. Empty where the system does not tell. */
  startedAt: string;
  /** Command line, its words joined by spaces; empty where the system does not tell. */
  command: string;
}

const hasProc = existsSync("/proc/self/stat");

/** Whether a process has this number: a zombie counts here. */
function exists(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function readBoot() {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** Where process numbers mean something. */
export interface ProcessPlace {
  /** One start of one machine; empty where the system does not tell. */
  boot: string;
  /** The container, where the system has such: the same in it only. A number is given again once nobody lives there any more. */
  room: string;
}

/** This process's own. */
export function findProcessPlace(): ProcessPlace {
  try {
    return { boot: readBoot(), room: readlinkSync("/proc/self/ns/pid") };
  } catch {
    return { boot: "", room: process.platform };
  }
}

function readProc(pid: number): ProcessIdentity | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, "utf8");
    // The name in parentheses may hold anything; the state follows it, the start time is field 22.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    const boot = readBoot();
    const command = readFileSync(`/proc/${String(pid)}/cmdline`, "utf8")
      .replaceAll("\0", " ")
      .trim();
    // The system's own threads have none.
    const name = stat.slice(stat.indexOf("("), stat.lastIndexOf(")") + 1);
    return { pid, startedAt: `${boot}:${fields[19] ?? ""}`, command: command || name };
  } catch {
    return undefined;
  }
}

function askPs(pid: number): ProcessIdentity | undefined {
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

/** The live process with this number; undefined when there is none or it is a zombie. */
export function findProcess(pid: number): ProcessIdentity | undefined {
  if (!Number.isInteger(pid) || pid <= 0 || !exists(pid)) return undefined;
  return hasProc ? readProc(pid) : askPs(pid);
}
