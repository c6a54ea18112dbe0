import type { LoggedPlan } from "./planLog.ts";

/** Blocks of 8 kB that a statement has read, from memory or from disk, functions that it calls included. */
export const blocksRead = ({ Plan }: LoggedPlan): number =>
  (Plan["Shared Hit Blocks"] ?? 0) + (Plan["Shared Read Blocks"] ?? 0);
