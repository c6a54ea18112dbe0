import type { LoggedPlan } from "./planLog.ts";

/** Returns how many blocks of 8 kB a statement and its functions have read from memory or disk. */
export const blocksRead = ({ Plan }: LoggedPlan): number =>
  (Plan["Shared Hit Blocks"] ?? 0) + (Plan["Shared Read Blocks"] ?? 0);
