import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";

/** The distance from the viewport, in pixels, at which the end of the list is treated as near. */
const MARGIN_PX = 600;

interface LoadMoreProps {
  /** The button's text. */
  label?: string | undefined;
  pending: boolean;
  /** The error message if the next page could not be loaded, otherwise null. */
  error: string | null;
  /** The list's name for screen readers, on pages with several lists. */
  name?: string | undefined;
  onPress: () => void;
  /** Called when the end of the list is near the viewport, even if there is no next page. */
  onNear?: () => void;
  className?: string | undefined;
}

/** The end of a paged list, with a button that loads the next page. */
export function LoadMore({
  label = "Load more",
  pending,
  error,
  name,
  onPress,
  onNear,
  className,
}: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(() => onNear?.());
  useEffect(() => {
    const element = end.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near();
      },
      { rootMargin: `${String(MARGIN_PX)}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={end}
      className={cn("weak:mt-4 flex flex-col items-center gap-2 noscript:hidden", className)}
    >
      {error ? (
        <p role="alert" className="text-sm text-danger-text">
          {error}
        </p>
      ) : null}
      <Button variant="secondary" pending={pending} pendingLabel="Loading..." onClick={onPress}>
        {error ? "Try again" : label}
        {name === undefined ? null : <span className="sr-only">: {name}</span>}
      </Button>
    </div>
  );
}
