import { useState } from "react";
import type { MarkdownVariant } from "#contract/markdown/parseMarkdown.ts";
import type { TextFormat } from "#contract/textFormat.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { PlainText } from "#web/ui/PlainText.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";

interface MarkdownProps {
  /** The source. */
  children: string;
  /** `plain` draws the text as `PlainText` does. */
  format?: TextFormat | undefined;
  /** `entry` for changelog entries, which have headings and tables. */
  variant?: MarkdownVariant;
  className: string;
}

// Loaded only for a text that the server has not drawn.
const DrawnMarkdown = lazyPart<Pick<MarkdownProps, "children" | "variant">>(
  async () => (await import("./DrawnMarkdown.tsx")).DrawnMarkdown,
  PlainText,
);

/**
 * A text that users have written. What the server has drawn stays as it is until the source changes,
 * so that the browser neither loads the parser nor draws the text again.
 */
export function Markdown({ children, format, variant, className }: MarkdownProps) {
  const isHydrated = useHydrated();
  const [served, setServed] = useState(isHydrated ? null : children);
  if (served !== null && served !== children) setServed(null);
  if (format === "plain") return <PlainText className={className}>{children}</PlainText>;
  const isKept = !import.meta.env.SSR && served !== null;
  return (
    <div
      data-markdown=""
      dir="auto"
      className={`wrap-anywhere ${className}`}
      suppressHydrationWarning
      // No HTML is ever inserted: with this property, hydration leaves the server's elements alone.
      // oxlint-disable-next-line react/no-danger -- the string is empty
      dangerouslySetInnerHTML={isKept ? { __html: "" } : undefined}
    >
      {isKept ? null : <DrawnMarkdown variant={variant}>{children}</DrawnMarkdown>}
    </div>
  );
}
