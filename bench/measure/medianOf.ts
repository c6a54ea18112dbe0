import { percentile } from "./percentile.ts";

/**
 * Returns the median of each field over all runs. `errors`, `answered` and `turns` are added up
 * instead.
 */
export function medianOf<T extends object>(runs: readonly T[]): T {
  const [first] = runs;
  if (!first) throw new Error("There is no run");
  const combine = (field: string) => {
    const values = runs.map((run) => Number(run[field as keyof T]));
    const isSum = ["errors", "answered", "turns"].includes(field);
    return isSum ? values.reduce((sum, value) => sum + value, 0) : percentile(values, 50);
  };
  return Object.fromEntries(Object.keys(first).map((field) => [field, combine(field)])) as T;
}
