import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";

/** The next page is fetched this long before the button comes into view. */
const MARGIN_PX = 600;

interface LoadMoreProps {
  /** What the button says. */
  label?: string | undefined;
  pending: boolean;
  /** The next page could not be loaded. */
  error: string | null;
  /** What the list is of, said to screen readers where a page has several. */
  name?: string | undefined;
  onPress: () => void;
  /** Called whenever the end of the list comes near; also when nothing is left to do. */
  onNear?: () => void;
  className?: string | undefined;
}

/** The end of a list that goes on. */
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
