import { execFileSync } from "node:child_process";

/** Returns the ids of a process and all of its descendants. */
function listTree(pid: number): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n");
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [pid];
  for (const parent of tree) {
    for (const [child, of] of processes) if (of === parent && child !== undefined) tree.push(child);
  }
  return tree;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

/**
 * Kills a process and its descendants at the same time. Suspends all of them first. Otherwise the
 * PostgreSQL processes would shut down in order once their postmaster has ended.
 */
export function killTree(pid: number): void {
  signal(pid, "SIGSTOP");
  const tree = listTree(pid);
  for (const one of tree) signal(one, "SIGSTOP");
  for (const one of tree) signal(one, "SIGKILL");
}
