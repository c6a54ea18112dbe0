/** A change that the replica has possibly not replayed yet. */
interface PendingChange {
  /**
   * Position in the primary's log after the change; undefined until it has been read from the
   * primary.
   */
  position: bigint | undefined;
}

/**
 * Maximum number of companies that wait separately. If more companies must wait, all companies
 * wait.
 */
const MAX_COMPANIES = 10_000;

/**
 * Decides which companies' reads are allowed to go to the replica. After a published change, a
 * company waits: its reads go to the primary until the replica has replayed a position that was
 * read from the primary after the change. At first all companies wait.
 */
export class ReplayGate {
  #everyone: PendingChange | undefined = { position: undefined };
  readonly #companies = new Map<number, PendingChange>();

  /** Whether any company waits. */
  get isWaiting(): boolean {
    return this.#everyone !== undefined || this.#companies.size > 0;
  }

  waitsFor(companyId: number): boolean {
    return this.#everyone !== undefined || this.#companies.has(companyId);
  }

  /**
   * Makes a company wait until the replica has replayed the change. With null, all companies wait.
   */
  close(companyId: number | null): void {
    // A new entry replaces an existing entry, because the position of an earlier change does not
    // include this change.
    if (companyId !== null && this.#companies.size < MAX_COMPANIES) {
      this.#companies.set(companyId, { position: undefined });
      return;
    }
    this.#companies.clear();
    this.#everyone = { position: undefined };
  }

  /**
   * Lists the changes without a position. Call this before reading the primary's position, because
   * a change that is published after that reading needs a higher position.
   */
  listUnplaced(): PendingChange[] {
    return [this.#everyone, ...this.#companies.values()].filter(
      (pending) => pending !== undefined && pending.position === undefined,
    ) as PendingChange[];
  }

  /** Releases every company whose position the replica has replayed. */
  open(replayed: bigint): void {
    const isThere = ({ position }: PendingChange) => position !== undefined && position <= replayed;
    if (this.#everyone && isThere(this.#everyone)) this.#everyone = undefined;
    for (const [companyId, pending] of this.#companies) {
      if (isThere(pending)) this.#companies.delete(companyId);
    }
  }
}
