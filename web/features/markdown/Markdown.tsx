import type { MouseEvent } from "react";
import { useState } from "react";
import type { MarkdownVariant } from "#contract/markdown/parseMarkdown.ts";
import type { TextFormat } from "#contract/textFormat.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { isPlainClick } from "#web/ui/plainClick.ts";
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

/** Opens a picture in the viewer. Without the viewer, a picture is a link to itself. */
function openPicture(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-picture]");
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  void import("./PictureViewer.tsx")
    .then(({ showPictures }) => showPictures(link))
    .catch(() => window.location.assign(link.href));
}

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
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the clicks are those of the links in the text, which Enter follows
    <div
      data-markdown=""
      dir="auto"
      className={`wrap-anywhere ${className}`}
      onClick={openPicture}
      suppressHydrationWarning
      // No HTML is ever inserted: with this property, hydration leaves the server's elements alone.
      // oxlint-disable-next-line react/no-danger -- the string is empty
      dangerouslySetInnerHTML={isKept ? { __html: "" } : undefined}
    >
      {isKept ? null : <DrawnMarkdown variant={variant}>{children}</DrawnMarkdown>}
    </div>
  );
}
