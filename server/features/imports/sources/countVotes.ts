import { UnreadableFile } from "./source.ts";

/** The maximum number of items whose votes are counted in memory. */
const MAX_ITEMS = 1_000_000;

/** Counts votes by item, for a limited number of items. */
export class VoteCounts {
  readonly #counts = new Map<string, number>();

  /** @throws UnreadableFile if there are more than `MAX_ITEMS` items */
  add(item: string): void {
    this.#counts.set(item, this.of(item) + 1);
    if (this.#counts.size > MAX_ITEMS)
      throw new UnreadableFile(`The file contains more than ${String(MAX_ITEMS)} items`);
  }

  of(item: string): number {
    return this.#counts.get(item) ?? 0;
  }
}
