import { subscriberNetworks } from "./subscriber.ts";

/** Limits the number of open connections or requests of each client address in this process. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  /**
   * @param most maximum per IPv4 address or /64 network; /56 and /48 networks may have a multiple
   */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts a connection or request of an IP address.
   * @returns a function to call when the connection or request ends; null if the address has too
   * many
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
