import type { ReactNode } from "react";
import { useId } from "react";
import { cn } from "#web/ui/cn.ts";

interface LandingSectionProps {
  title: string;
  text?: string;
  className?: string;
  children: ReactNode;
}

/** A section of the landing page with its heading. */
export function LandingSection({ title, text, className, children }: LandingSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn("mx-auto w-full max-w-7xl px-4 py-12 sm:px-6 sm:py-16", className)}
    >
      <h2 id={id} className="text-center text-xl font-semibold">
        {title}
      </h2>
      {text ? (
        <p className="mx-auto mt-2 max-w-prose text-center text-base text-balance text-muted">
          {text}
        </p>
      ) : null}
      <div className="mt-8 sm:mt-10">{children}</div>
    </section>
  );
}
