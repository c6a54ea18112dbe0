import type { ReactNode, RefObject } from "react";
import { useEffect, useRef } from "react";
import type { ImportRun } from "#contract/imports.ts";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { SOURCES } from "./importLabels.ts";

interface StepCardProps {
  /**
   * Identifies the step. When the value changes and no element has the focus, the heading gets the
   * focus.
   */
  step: string;
  title: string;
  /** The import that the step belongs to; undefined before the upload. */
  run: ImportRun | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** The frame of all steps. Screen readers announce the title of each step of an import. */
export function StepCard({ step, title, run, heading, children }: StepCardProps) {
  const lastStep = useRef(step);
  useEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [step, heading]);
  return (
    <div className="rounded-xl border bg-surface p-4 sm:p-6">
      <h3 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
        {title}
      </h3>
      <p role="status" className="sr-only">
        {run ? title : ""}
      </p>
      {run ? (
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          {SOURCES[run.source].label} · <bdi>{run.fileName}</bdi> ·{" "}
          <RelativeTime value={run.createdAt} />
        </p>
      ) : null}
      <div className="mt-5">{children}</div>
    </div>
  );
}
