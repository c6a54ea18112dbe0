import type { ReactNode } from "react";
import { ChevronRight } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";

interface FineTuningProps {
  /** Derives all colours in the disclosure from the primary colour again. */
  onMatch: () => void;
  children: ReactNode;
}

/** The disclosure with the colours that are derived from the primary colour. */
export function FineTuning({ onMatch, children }: FineTuningProps) {
  return (
    <details className="group mt-6">
      <summary className="inline-flex min-h-10 list-none items-center gap-1.5 rounded font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
        />
        Fine-tune
      </summary>
      <div className="mt-2 mb-5 flex flex-wrap items-center justify-between gap-3 text-sm">
        <p className="text-muted">
          These colours follow the primary colour. A colour that you change stays as you set it.
        </p>
        <Button variant="secondary" size="sm" onClick={onMatch}>
          Match the primary colour
        </Button>
      </div>
      {children}
    </details>
  );
}
