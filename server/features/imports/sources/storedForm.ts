import { writtenText } from "#contract/markdown/writtenText.ts";
import type { TextFormat } from "#contract/textFormat.ts";

/** Returns what is stored of an imported text. A text without a format is plain. */
export function storedForm<Text extends string | null>(
  text: Text,
  format: TextFormat | undefined,
): { text: Text | string; markdown: string | null } {
  if (text === null || format !== "markdown") return { text, markdown: null };
  const { plain, markdown } = writtenText(text);
  return { text: plain, markdown };
}
