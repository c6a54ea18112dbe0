import type { ReactNode } from "react";

/** Text for screen readers only. By class, not by a style attribute, which the content security policy refuses. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
