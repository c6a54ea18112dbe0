import { readFileSync, readdirSync } from "node:fs";

/** Linux reports processor time in 1/100 s on all supported machines. */
const TICKS_PER_SECOND = 100;

interface Stat {
  parent: number;
  /** Processor time of the process itself, in ticks. */
  own: number;
  /** Processor time of terminated and reaped children, in ticks. */
  ended: number;
}

function readStat(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, "utf8");
    // The process name in parentheses can contain any character, even `)`. The fields after the
    // last `)` begin with the process state.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    return { parent: Number(fields[1]), own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}

/**
 * Returns the processor seconds of a process and its descendants, including terminated descendants.
 * Linux only.
 */
export function cpuSeconds(pid: number): number {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    if (stat) stats.set(Number(name), stat);
  }
  const sum = (id: number): number => {
    const stat = stats.get(id);
    if (!stat) return 0;
    const children = [...stats].filter(([, { parent }]) => parent === id);
    return stat.own + stat.ended + children.reduce((total, [child]) => total + sum(child), 0);
  };
  return sum(pid) / TICKS_PER_SECOND;
}

/** Returns a process's resident memory in bytes. Linux only. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(
    readFileSync(`/proc/${String(pid)}/status`, "utf8"),
  )?.[1];
  return Number(kilobytes) * 1024;
}
