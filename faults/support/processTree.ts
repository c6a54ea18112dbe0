import { execFileSync } from "node:child_process";

/** Every process that descends from this one, itself first. */
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
    // It was faster.
  }
}

/**
 * Kills a process and its descendants without a moment to write anything. All are halted first: a PostgreSQL whose postmaster is gone
 * would otherwise still end in good order here and there.
 */
export function killTree(pid: number): void {
  signal(pid, "SIGSTOP");
  const tree = listTree(pid);
  for (const one of tree) signal(one, "SIGSTOP");
  for (const one of tree) signal(one, "SIGKILL");
}
