import { oneLine } from "#contract/storedText.ts";

/**
 * Makes a name safe for a mail. The result is one line of at most `max` characters, without control
 * characters and without characters that change the text direction. No character outside the Basic
 * Multilingual Plane, such as an emoji, is cut in two.
 */
export function mailLine(name: string, max = 120): string {
  return oneLine(name)
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, "");
}
