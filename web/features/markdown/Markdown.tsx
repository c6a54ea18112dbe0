import type { MouseEvent } from "react";
import { useState } from "react";
import type { MarkdownVariant } from "#contract/markdown/parseMarkdown.ts";
import { cn } from "#web/ui/cn.ts";
import { lazyWindow } from "#web/ui/lazyComponent.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { loadAllStyles } from "#web/ui/loadAllStyles.ts";
import { isPlainClick } from "#web/ui/plainClick.ts";
import { PlainText } from "#web/ui/PlainText.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";

export interface MarkdownProps {
  /** The source. */
  children: string;
  /** `entry` for changelog entries, which have headings and tables. */
  variant?: MarkdownVariant;
  className?: string | undefined;
}

// Loaded only for a text that the server has not drawn, with the styles that only such texts need.
const DrawnMarkdown = lazyPart<MarkdownProps>(async () => {
  const part = import("./DrawnMarkdown.tsx");
  if (!import.meta.env.SSR) await loadAllStyles();
  return (await part).DrawnMarkdown;
}, PlainText);

const PictureViewer = lazyWindow(
  async () => {
    await loadAllStyles();
    return (await import("./PictureViewer.tsx")).PictureViewer;
  },
  { atIdle: false },
);

/**
 * A text in Markdown. What the server has drawn stays as it is until the source changes, so that the
 * browser neither loads the parser nor draws the text again.
 */
export function Markdown({ children, variant, className }: MarkdownProps) {
  const isHydrated = useHydrated();
  const [served] = useState(isHydrated ? null : children);
  const [opened, setOpened] = useState<HTMLAnchorElement | null>(null);
  // The pictures are links to themselves, also without JavaScript.
  const openPicture = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-picture]") : null;
    if (!(link instanceof HTMLAnchorElement) || !isPlainClick(event)) return;
    event.preventDefault();
    setOpened(link);
  };
  const frame = {
    "data-markdown": "",
    dir: "auto",
    className: cn("wrap-anywhere", className),
    onClick: openPicture,
  };
  if (!import.meta.env.SSR && served === children) {
    // No HTML is ever inserted: with this property, hydration leaves the server's elements alone.
    const kept = { __html: "" };
    // oxlint-disable-next-line react/no-danger -- the string is empty, see above
    return (
      <>
        <div key="served" {...frame} suppressHydrationWarning dangerouslySetInnerHTML={kept} />
        <PictureViewer opened={opened} isOpen={opened !== null} onClose={() => setOpened(null)} />
      </>
    );
  }
  return (
    <>
      <div key="drawn" {...frame}>
        <DrawnMarkdown variant={variant}>{children}</DrawnMarkdown>
      </div>
      <PictureViewer opened={opened} isOpen={opened !== null} onClose={() => setOpened(null)} />
    </>
  );
}
