import type { ImportRun } from "#contract/imports.ts";
import type { ImportDialog } from "./importDialog.ts";
import { FailedStep, ResultStep } from "./ResultStep.tsx";
import { isAtWork } from "./importQueries.ts";
import { MappingStep } from "./MappingStep.tsx";
import { WorkStep } from "./WorkStep.tsx";

interface CurrentStepProps {
  run: ImportRun;
  /** Whether the last request for the progress has failed. */
  isLost: boolean;
  isUndoable: boolean;
  /** Opens a dialog about the import. */
  onAsk: (kind: ImportDialog["kind"]) => void;
  /** Closes the finished import, so that the form for a new import is shown. */
  onClose: () => void;
}

/** Renders the current step of an import. */
export function CurrentStep({ run, isLost, isUndoable, onAsk, onClose }: CurrentStepProps) {
  if (isAtWork(run))
    return <WorkStep run={run} isLost={isLost} onDiscard={() => onAsk("discard")} />;
  if (run.state === "failed") return <FailedStep run={run} onClose={onClose} />;
  if (run.state === "done" || run.state === "undone") {
    return (
      <ResultStep
        run={run}
        onUndo={isUndoable ? () => onAsk("undo") : undefined}
        onClose={onClose}
      />
    );
  }
  return (
    <MappingStep run={run} onStart={() => onAsk("start")} onDiscard={() => onAsk("discard")} />
  );
}
