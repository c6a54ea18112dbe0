/** Numbers that look random and are the same for the same seed, on every machine (the generator is known as mulberry32). */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** One of the values. */
  pick<T>(values: readonly T[]): T;
  /** At least 1; each further size is rarer, by a power law of this exponent. */
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
