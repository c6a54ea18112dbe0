import type { MouseEvent } from "react";
import { useEffect, useRef } from "react";
import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";
import { CircleAlert, RotateCw } from "./icons.ts";

interface ErrorStateProps {
  message: string;
  /** Called by the button 'Try again'. Without this function the button is not shown. */
  onRetry?: () => void;
  retrying?: boolean;
  className?: string;
}

/** Replaces a list or page that failed to load. */
export function ErrorState({ message, onRetry, retrying = false, className }: ErrorStateProps) {
  const surroundings = useRef<HTMLElement | null>(null);
  useEffect(
    () => () => {
      // The focused button has been removed together with this error state, so the dialog or page
      // that contained the button gets the focus.
      if (document.activeElement === document.body)
        surroundings.current?.focus({ preventScroll: true });
    },
    [],
  );
  const retry = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    surroundings.current = currentTarget.closest<HTMLElement>("[role=dialog], main");
    onRetry?.();
  };
  return (
    <div
      role="alert"
      data-error-state=""
      className={cn(
        "flex flex-col items-center rounded-xl border border-line bg-surface px-6 py-12 text-center",
        className,
      )}
    >
      <CircleAlert aria-hidden="true" className="mb-3 size-6 text-danger-text" strokeWidth={1.75} />
      <p className="max-w-prose text-sm font-medium text-balance wrap-break-word">{message}</p>
      {onRetry ? (
        <Button variant="secondary" className="mt-4" pending={retrying} onClick={retry}>
          <RotateCw aria-hidden="true" />
          Try again
        </Button>
      ) : null}
    </div>
  );
}
