import { createHash } from "node:crypto";
import type { ImportPerson } from "./importRecord.ts";
import { optionalPerson, RecordProblem } from "./recordChecks.ts";
import { UnreadableFile } from "./source.ts";

/** The maximum number of items whose votes are counted in memory. */
const MAX_ITEMS = 1_000_000;

/**
 * Counts votes by item: the votes that the import creates for their voters, and the votes whose
 * voters it refuses or does not know. The item keeps the latter as a number.
 */
export class VoteCounts {
  readonly #named = new Map<string, number>();
  readonly #unnamed = new Map<string, number>();
  readonly #pairs = new HashSet();

  /** @throws UnreadableFile if there are more than `MAX_ITEMS` items */
  add(item: string, voter: ImportPerson | null): void {
    const key = keyOf(voter);
    const isNamed = key !== null && this.#pairs.add(`${item} ${key}`);
    // A voter without an e-mail address is known by name, which other voters can have as well.
    if (!isNamed && key !== null && voter?.address) return;
    const counts = isNamed ? this.#named : this.#unnamed;
    counts.set(item, (counts.get(item) ?? 0) + 1);
    if (counts.size > MAX_ITEMS)
      throw new UnreadableFile(`The file contains more than ${String(MAX_ITEMS)} items`);
  }

  /**
   * Returns the number of an item's votes without a voter.
   * @param total the number of all votes according to the source; null if it does not say it
   */
  unnamedOf(item: string, total: number | null): number {
    if (total === null) return this.#unnamed.get(item) ?? 0;
    return Math.max(0, total - (this.#named.get(item) ?? 0));
  }
}

/** Returns the key that identifies a voter, or null for a voter whom the import refuses. */
function keyOf(voter: ImportPerson | null): string | null {
  try {
    return optionalPerson(voter, 0)?.key ?? null;
  } catch (error) {
    if (error instanceof RecordProblem) return null;
    throw error;
  }
}

/**
 * A set of texts of which only 52 bits of a hash are stored, outside of the heap of a thread. Two
 * million texts need 32 MB.
 */
class HashSet {
  /** A hash table with open addressing; 0 stands for a free slot. */
  #slots = new Float64Array(1024);
  #size = 0;

  /** Returns whether the text was added, because the set did not contain it. */
  add(text: string): boolean {
    if (this.#size * 2 >= this.#slots.length) {
      const slots = this.#slots;
      this.#slots = new Float64Array(slots.length * 2);
      for (const hash of slots) if (hash !== 0) this.#insert(hash);
    }
    const isNew = this.#insert(hashOf(text));
    if (isNew) this.#size += 1;
    return isNew;
  }

  #insert(hash: number): boolean {
    let slot = hash % this.#slots.length;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) % this.#slots.length)
      if (this.#slots[slot] === hash) return false;
    this.#slots[slot] = hash;
    return true;
  }
}

const hashOf = (text: string): number =>
  Number.parseInt(createHash("sha256").update(text).digest("hex").slice(0, 13), 16) || 1;
