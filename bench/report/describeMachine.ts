import type { BenchResults } from "../measure/results.ts";

/** Describes the measured data and the machine in two sentences. */
export function describeMachine({
  date,
  machine,
  items,
  companyItems,
  secondsEach,
  rounds,
}: BenchResults): string {
  const { cores, processor, memoryBytes, node, postgres } = machine;
  const memory = `${(memoryBytes / 2 ** 30).toFixed(0)} GiB`;
  const software = [
    `Node ${node.replace("v", "")}`,
    ...(postgres ? [`PostgreSQL ${postgres}`] : []),
  ].join(", ");
  return `${date.slice(0, 10)}, ${String(cores)} cores (${processor}) shared by client, portal and PostgreSQL, ${memory}, ${software}. ${items.toLocaleString("en")} items, ${companyItems.toLocaleString("en")} of them the asked company's; ${String(rounds)} rounds of ${String(secondsEach)} s, medians.`;
}
