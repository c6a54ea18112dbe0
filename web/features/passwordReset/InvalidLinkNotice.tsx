import { useEffect, useRef } from "react";
import { Button } from "#web/ui/Button.tsx";

/**
 * Displayed instead of the form if the reset link is incomplete, expired or used. With `takesFocus`
 * the notice gets the focus, because the form that had the focus no longer exists.
 */
export function InvalidLinkNotice({ takesFocus = false }: { takesFocus?: boolean }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) text.current?.focus();
  }, [takesFocus]);
  return (
    <div className="flex flex-col gap-5">
      <p
        ref={text}
        role="alert"
        tabIndex={-1}
        className="rounded-lg border bg-sunken px-4 py-3 text-base outline-none"
      >
        This link no longer works. Please ask for a new one.
      </p>
      <Button asChild>
        <a href="/forgot-password">Ask for a new link</a>
      </Button>
    </div>
  );
}
