import type { RefObject } from "react";
import { useEffect } from "react";
import type { Comment } from "#contract/comments.ts";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";

const PREFIX = "comment-";

/** The events with which the user starts to scroll, or to use the page in another way. */
const ACTIONS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Returns the element id of a comment. Notifications link to it. */
export function commentAnchor(id: number): string {
  return PREFIX + String(id);
}

/**
 * Returns the id of the comment that the hash of the URL names. If the comments do not contain this
 * comment, because it was deleted or is too old, the heading gets the focus. `comments` is
 * undefined until the timeline is complete. Until then, the result is undefined as well, because
 * the comment would move after it got the focus.
 */
export function useNamedComment(
  comments: readonly Comment[] | undefined,
  heading: RefObject<HTMLElement | null>,
): number | undefined {
  const { hash } = useLocation();
  const id = hash.startsWith(`#${PREFIX}`) ? Number(hash.slice(PREFIX.length + 1)) : null;
  const named = comments?.find((comment) => comment.id === id);
  const isMissing = id !== null && comments !== undefined && named === undefined;
  useEffect(() => {
    if (isMissing) heading.current?.focus();
  }, [isMissing, id, heading]);
  const namedId = named?.id;
  useEffect(() => (namedId === undefined ? undefined : keepInView(namedId)), [namedId]);
  return namedId;
}

/**
 * Keeps a comment in the window until the user acts, because parts of the page above the comment
 * load later. Returns a function that stops this.
 */
function keepInView(id: number): () => void {
  const observer = new ResizeObserver(() =>
    document.getElementById(commentAnchor(id))?.scrollIntoView({ block: "center" }),
  );
  observer.observe(document.body);
  const stop = () => {
    observer.disconnect();
    for (const type of ACTIONS) window.removeEventListener(type, stop);
  };
  for (const type of ACTIONS) window.addEventListener(type, stop, { passive: true });
  return stop;
}
