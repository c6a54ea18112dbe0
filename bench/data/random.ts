/** A deterministic pseudo-random generator (mulberry32). */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns an integer in [0, bound). */
  below(bound: number): number;
  /** Returns a random element. */
  pick<T>(values: readonly T[]): T;
  /** Returns an integer of at least 1 from a power law distribution with this exponent. */
  powerLaw(exponent: number): number;
}

export function randomFrom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    pick: <T>(values: readonly T[]) => values[below(values.length)] as T,
    powerLaw: (exponent) => Math.floor((1 - next()) ** (-1 / exponent)),
  };
}
