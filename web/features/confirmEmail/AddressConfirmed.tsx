import { useEffect, useRef } from "react";
import { Button } from "#web/ui/Button.tsx";

/**
 * Displayed once the e-mail address is confirmed. The text gets the focus, because the form no
 * longer exists.
 */
export function AddressConfirmed() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="flex flex-col gap-5">
      <p
        ref={text}
        tabIndex={-1}
        className="rounded-lg border bg-sunken px-4 py-3 text-base outline-none"
      >
        Your email address is confirmed. The page that asked for the code goes on when you return to
        it.
      </p>
      <Button asChild>
        <a href="/feedback">Go to the feedback</a>
      </Button>
    </div>
  );
}
