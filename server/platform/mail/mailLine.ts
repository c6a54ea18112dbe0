import { withoutBidiControls } from "#server/platform/text/withoutBidiControls.ts";

/**
 * Makes a name safe for a mail: one line, no control characters, none that change the direction of
 * the text after it, at most 120 characters.
 */
export function mailLine(name: string): string {
  return withoutBidiControls(name)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 120);
}
