/** A change that a replica may not have yet. */
interface Awaited {
  /** In the primary's log, behind the change; undefined until the primary has been asked. */
  position: bigint | undefined;
}

/** More companies than this at once are waited for as one. */
const MOST = 10_000;

/**
 * Knows whose data a replica has in full: a company waits from the moment in which a change of it is announced until the replica has
 * replayed a position that the primary was asked for afterwards. Everyone waits at first.
 */
export class ReplayGate {
  #everyone: Awaited | undefined = { position: undefined };
  readonly #companies = new Map<number, Awaited>();

  /** Whether anyone waits. */
  get isWaiting(): boolean {
    return this.#everyone !== undefined || this.#companies.size > 0;
  }

  waitsFor(companyId: number): boolean {
    return this.#everyone !== undefined || this.#companies.has(companyId);
  }

  /** Makes a company wait, or with null everyone. */
  close(companyId: number | null): void {
    // Always a new one: the position of an earlier change says nothing of this one.
    if (companyId !== null && this.#companies.size < MOST) {
      this.#companies.set(companyId, { position: undefined });
      return;
    }
    this.#companies.clear();
    this.#everyone = { position: undefined };
  }

  /** Whose position is not known yet. Taken before the primary is asked: what is closed meanwhile needs a later one. */
  listUnplaced(): Awaited[] {
    return [this.#everyone, ...this.#companies.values()].filter(
      (awaited) => awaited !== undefined && awaited.position === undefined,
    ) as Awaited[];
  }

  /** Lets everyone through whose position the replica has replayed. */
  open(replayed: bigint): void {
    const isThere = ({ position }: Awaited) => position !== undefined && position <= replayed;
    if (this.#everyone && isThere(this.#everyone)) this.#everyone = undefined;
    for (const [companyId, awaited] of this.#companies) {
      if (isThere(awaited)) this.#companies.delete(companyId);
    }
  }
}
