import type { ReactNode } from "react";
import { CircleCheck } from "#web/ui/icons.ts";

interface SetupStepProps {
  title: string;
  help: string;
  isDone: boolean;
  /** The page where the admin does the step; absent if `action` does the step. */
  href?: string;
  action?: ReactNode;
}

/** One step of the checklist. The title links to the page of the step until the step is done. */
export function SetupStep({ title, help, isDone, href, action }: SetupStepProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-2 sm:px-6">
      {isDone ? (
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-green-dot" />
      ) : (
        <span
          aria-hidden="true"
          className="size-5 shrink-0 rounded-full border-2 border-dashed border-control"
        />
      )}
      <div className="min-w-40 flex-1">
        <p className="font-medium">
          {href !== undefined && !isDone ? (
            <a href={href} className="rounded underline underline-offset-2">
              {title}
            </a>
          ) : (
            title
          )}
          {isDone ? <span className="sr-only"> (done)</span> : null}
        </p>
        {isDone ? null : <p className="text-sm text-muted">{help}</p>}
      </div>
      {action}
    </li>
  );
}
