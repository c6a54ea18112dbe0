import type { ImportRun } from "#contract/imports.ts";
import { Button } from "#web/ui/Button.tsx";
import { ProgressBar } from "#web/ui/ProgressBar.tsx";
import { STEP_TITLES } from "./importLabels.ts";

const TEXTS: Readonly<Partial<Record<ImportRun["state"], string>>> = {
  reading: "Nothing is changed yet.",
  checking: "Finds out what becomes of each record. Nothing is changed yet.",
  running: "Writes what the report says. Nobody is notified.",
  undoing: "Deletes what the import has created and restores what it has changed.",
};

interface WorkStepProps {
  run: ImportRun;
  isLost: boolean;
  onDiscard: () => void;
}

/** The progress of the server's work on an import. */
export function WorkStep({ run: { state, progress }, isLost, onDiscard }: WorkStepProps) {
  const percent = progress && progress.total > 0 ? (100 * progress.done) / progress.total : 0;
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      {/*
        At 100 %, the work would look finished before the state of the import changes, so the bar
        stops at 99 %.
      */}
      <ProgressBar label={STEP_TITLES[state]} percent={Math.min(99, percent)} />
      <p className="text-sm text-muted">
        {TEXTS[state]} You can leave this page: the work goes on.
      </p>
      {isLost ? (
        <p role="alert" className="text-sm text-danger-text">
          The progress could not be fetched. The next try follows in a moment.
        </p>
      ) : null}
      {state === "reading" || state === "checking" ? (
        <div>
          <Button variant="secondary" onClick={onDiscard}>
            Discard…
          </Button>
        </div>
      ) : null}
    </div>
  );
}
