import type { ReactNode } from "react";
import { ChevronRight } from "#web/ui/adminIcons.ts";

/** The disclosure with the colours that are derived from the primary colour. */
export function FineTuning({ children }: { children: ReactNode }) {
  return (
    <details className="group mt-6">
      <summary className="inline-flex min-h-10 list-none items-center gap-1.5 rounded font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
        />
        Fine-tune
      </summary>
      <p className="mt-2 mb-5 text-sm text-muted">
        These colours follow the primary colour. A colour that you change stays as you set it.
      </p>
      {children}
    </details>
  );
}
