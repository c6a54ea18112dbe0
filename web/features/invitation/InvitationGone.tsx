import { useEffect, useRef } from "react";

/**
 * Displayed instead of the invitation if its link is unknown, expired, used or withdrawn. With
 * `takesFocus` the notice gets the focus, because the form that had the focus no longer exists.
 */
export function InvitationGone({ takesFocus = false }: { takesFocus?: boolean }) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) text.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={text}
      role="alert"
      tabIndex={-1}
      className="rounded-lg border bg-sunken px-4 py-3 text-base outline-none"
    >
      <p>This invitation no longer works.</p>
      <p className="mt-2 text-sm text-muted">
        A link works once and for seven days. Ask an admin of the company to invite you again.
      </p>
    </div>
  );
}
