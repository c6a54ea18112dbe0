import type { ReactNode } from "react";
import { useId } from "react";

interface CheckGroupProps {
  legend: string;
  /** Shown above the boxes: the first of them gets the focus when a form is refused. */
  error: string | undefined;
  /** The boxes. */
  children: ReactNode;
}

/** A group of check boxes or radio buttons with its name and its error. */
export function CheckGroup({ legend, error, children }: CheckGroupProps) {
  const id = useId();
  return (
    // A box that is scrolled to because it gets the focus leaves room for the error above it.
    <fieldset className="min-w-0 [&_input]:scroll-mt-24" aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {error ? (
        <p id={id} role="alert" className="mb-1.5 text-sm text-danger-text">
          {error}
        </p>
      ) : null}
      {children}
    </fieldset>
  );
}
