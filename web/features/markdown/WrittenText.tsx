import type { TextFormat } from "#contract/textFormat.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { PlainText } from "#web/ui/PlainText.tsx";

// Loaded on demand, because the pages of most texts have no Markdown.
const Markdown = lazyPart(async () => (await import("./Markdown.tsx")).Markdown, PlainText);

interface WrittenTextProps {
  /** The source. */
  children: string;
  format: TextFormat | undefined;
  className?: string | undefined;
}

/** A text of an item, comment or note, drawn as its format says. */
export function WrittenText({ format, ...text }: WrittenTextProps) {
  return format === "markdown" ? <Markdown {...text} /> : <PlainText {...text} />;
}
