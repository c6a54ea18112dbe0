import type { ImportPerson } from "./importRecord.ts";

/** Returns the person with a name and an e-mail address, or null if both are empty. */
export function personOf(name: string, address: string): ImportPerson | null {
  return name === "" && address === "" ? null : { name: name || null, address: address || null };
}
