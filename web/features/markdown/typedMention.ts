import type { SelectedText } from "./markdownEdits.ts";

/** The place of a name that is being typed, with its `@`. */
export interface TypedMention {
  readonly from: number;
  readonly to: number;
  /** What was typed of the name. */
  readonly name: string;
}

/** A name of at most three words. The `@` of an e-mail address follows a letter or digit. */
const TYPED = /(?<![\p{L}\p{N}])@((?:[\p{L}\p{N}.'’-]+ ?){0,3})$/u;

/** The maximum length of a typed name, which bounds the search. */
const LENGTH = 60;

/** Returns the name that is being typed before the caret; null if there is none. */
export function typedMention({ value, start, end }: SelectedText): TypedMention | null {
  if (start !== end) return null;
  const line = value.slice(Math.max(value.lastIndexOf("\n", end - 1) + 1, end - LENGTH), end);
  const found = TYPED.exec(line);
  if (!found) return null;
  return { from: end - found[0].length, to: end, name: found[1] ?? "" };
}
