import type { ReactNode } from "react";
import { useId } from "react";
import { cn } from "./cn.ts";

interface StepProps {
  number: number;
  title: string;
  text: ReactNode;
  className?: string;
  /** What there is to do in the step, below the text. */
  children?: ReactNode;
}

/** A step of a set-up, in an ordered list: a section with a number, a title and a text. */
export function Step({ number, title, text, className, children }: StepProps) {
  const titleId = useId();
  return (
    <li className={cn("min-w-0", className)}>
      <section
        aria-labelledby={titleId}
        className="grid min-w-0 grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3"
      >
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full bg-primary-tint text-sm font-semibold text-primary-text"
        >
          {number}
        </span>
        <div className="min-w-0 pt-0.5">
          <h3 id={titleId} className="text-base font-semibold">
            {title}
          </h3>
          <div className="mt-1 text-sm text-muted">{text}</div>
        </div>
        {children ? (
          <div className="col-span-2 mt-4 min-w-0 sm:col-span-1 sm:col-start-2">{children}</div>
        ) : null}
      </section>
    </li>
  );
}
