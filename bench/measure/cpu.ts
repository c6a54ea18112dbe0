import { readFileSync, readdirSync } from "node:fs";

/** Linux counts processor time in hundredths of a second, on every machine that this runs on. */
const TICKS_PER_SECOND = 100;

interface Stat {
  parent: number;
  /** Its own, in ticks. */
  own: number;
  /** Of children that have ended and were waited for. */
  ended: number;
}

function readStat(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, "utf8");
    // The name in parentheses may hold anything; the state follows it.
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

/** Seconds of processor time that a process and all below it have used, those that have ended included. Linux only. */
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

/** Bytes of memory that a process has resident. Linux only. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(
    readFileSync(`/proc/${String(pid)}/status`, "utf8"),
  )?.[1];
  return Number(kilobytes) * 1024;
}
