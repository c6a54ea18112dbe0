import { dictionary } from "@zxcvbn-ts/language-common";

/** The most common passwords of known data breaches, in lower case. */
const common = new Set(dictionary["passwords-common"]);

/** A common password of at least this many letters makes a password that contains it weak. */
const MIN_CORE = 4;
/** Maximum number of other characters around the common password. */
const MAX_EXTRA = 5;
/** Minimum number of different characters of a password that is not easy to guess. */
const MIN_DISTINCT = 5;
/** Minimum lengths of passwords that could be stronger, are strong, and are very strong. */
const LENGTHS = [8, 12, 16];

/** Estimates how hard a password is to guess, from 0 (easy) to 3 (very hard). */
export function strengthOf(password: string): number {
  const lower = password.toLowerCase();
  const core = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, "");
  const isNearCommon =
    core.length >= MIN_CORE && lower.length - core.length <= MAX_EXTRA && common.has(core);
  if (common.has(lower) || isNearCommon || new Set(lower).size < MIN_DISTINCT) return 0;
  return LENGTHS.filter((length) => password.length >= length).length;
}
