import { withoutBidiControls } from "#server/platform/text/withoutBidiControls.ts";

/**
 * Makes a name safe for a mail. The result is one line of at most 120 characters, without control
 * characters and without characters that change the text direction.
 */
export function mailLine(name: string): string {
  return withoutBidiControls(name)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, 120);
}
