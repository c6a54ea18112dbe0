/** `npm run test:long` runs everything at full size. */
export const isLong = process.env["HEARBACK_TEST_SIZE"] === "long";

/** One of two numbers, by the size of the run. */
export function bySize(short: number, long: number): number {
  return isLong ? long : short;
}

/** For tests that take hours in the long form, in milliseconds; much more than needed, for busy machines. */
export const LONG_TIMEOUT = isLong ? 6 * 60 * 60 * 1000 : 300_000;
