import { ArrowLeft } from "#web/ui/itemIcons.ts";
import type { MouseEvent } from "react";
import { Button } from "#web/ui/Button.tsx";
import { useBackTarget } from "./useBackTarget.ts";

/**
 * The link back to the list that the visitor came from (docs/specification.md "Feedback detail
 * (/feedback/{id})").
 */
export function BackLink() {
  const { to, label } = useBackTarget();
  const goBack = (event: MouseEvent) => {
    const isPlainClick =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlainClick || !isPreviousPage(to)) return;
    // Goes back in the history instead of navigating, so that the list keeps its scroll position.
    event.preventDefault();
    window.history.back();
  };
  return (
    <Button asChild variant="ghost" size="sm" className="-ml-3 text-muted">
      <a href={to} onClick={goBack}>
        <ArrowLeft aria-hidden="true" />
        {label}
      </a>
    </Button>
  );
}

/**
 * Whether the previous history entry has this URL. Hashes are ignored, because the roadmap stores
 * the visible column in the hash. Returns false if the browser does not support the Navigation API.
 */
function isPreviousPage(to: string): boolean {
  if (!("navigation" in window)) return false;
  const index = window.navigation.currentEntry?.index ?? 0;
  const previous = window.navigation.entries()[index - 1]?.url;
  const address = new URL(to, window.location.origin).href;
  return previous?.split("#", 1)[0] === address.split("#", 1)[0];
}
