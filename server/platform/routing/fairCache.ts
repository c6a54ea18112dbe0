interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** The entries of one owner, the least recently used first. */
interface Holding<Owner, Value> {
  readonly owner: Owner;
  readonly entries: Map<string, Entry<Value>>;
  bytes: number;
}

/**
 * A cache of limited size that owners, for example companies, share. When it is full, the owner
 * with the most bytes loses its least recently used entry. An owner can therefore use memory that
 * others leave free. An owner whose entries take at most an equal share of the memory loses no
 * entry to other owners.
 */
export class FairCache<Owner, Value> {
  readonly #maxBytes: number;
  readonly #byKey = new Map<string, Holding<Owner, Value>>();
  readonly #byOwner = new Map<Owner, Holding<Owner, Value>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Value | undefined {
    const entries = this.#byKey.get(key)?.entries;
    const entry = entries?.get(key);
    if (!entries || !entry) return undefined;
    entries.delete(key);
    entries.set(key, entry);
    return entry.value;
  }

  /** Adds or replaces an entry. `bytes` is all memory that the entry occupies. */
  set(key: string, owner: Owner, entry: Entry<Value>): void {
    this.delete(key);
    let holding = this.#byOwner.get(owner);
    if (!holding) {
      holding = { owner, entries: new Map(), bytes: 0 };
      this.#byOwner.set(owner, holding);
    }
    holding.entries.set(key, entry);
    holding.bytes += entry.bytes;
    this.#byKey.set(key, holding);
    this.#bytes += entry.bytes;
    while (this.#bytes > this.#maxBytes) this.#evict();
  }

  delete(key: string): void {
    const holding = this.#byKey.get(key);
    const entry = holding?.entries.get(key);
    if (!holding || !entry) return;
    this.#byKey.delete(key);
    holding.entries.delete(key);
    holding.bytes -= entry.bytes;
    this.#bytes -= entry.bytes;
    if (holding.entries.size === 0) this.#byOwner.delete(holding.owner);
  }

  /**
   * Compares all owners. This takes a few microseconds for a thousand owners, whereas creating an
   * entry takes milliseconds.
   */
  #evict(): void {
    let largest: Holding<Owner, Value> | undefined;
    for (const holding of this.#byOwner.values()) {
      if (!largest || holding.bytes > largest.bytes) largest = holding;
    }
    const [oldest] = largest?.entries.keys() ?? [];
    if (oldest !== undefined) this.delete(oldest);
  }
}
