import type { LoggedPlan } from "./planLog.ts";

/** Blocks of 8 kB that a statement and its functions have read from memory or disk. */
export const blocksRead = ({ Plan }: LoggedPlan): number =>
  (Plan["Shared Hit Blocks"] ?? 0) + (Plan["Shared Read Blocks"] ?? 0);
