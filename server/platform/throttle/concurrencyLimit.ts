import { subscriberNetworks } from "./subscriber.ts";

/** Limits how many connections or requests each client address may have open in this process. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  /** @param most per IPv4 address or /64 network; a wider IPv6 network may have a multiple of it */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts one more for an address.
   * @returns a function that uncounts it; null if the address has too many already
   */
  acquire(ip: string): (() => void) | null {
    const networks = subscriberNetworks(ip);
    const isFull = networks.some(
      ({ network, factor }) => this.#countOf(network) >= this.#most * factor,
    );
    if (isFull) return null;
    for (const { network } of networks) this.#counts.set(network, this.#countOf(network) + 1);
    return () => {
      for (const { network } of networks) this.#release(network);
    };
  }

  #countOf(network: string): number {
    return this.#counts.get(network) ?? 0;
  }

  #release(network: string): void {
    const count = this.#countOf(network) - 1;
    if (count > 0) this.#counts.set(network, count);
    else this.#counts.delete(network);
  }
}
