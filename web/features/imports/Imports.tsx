import { useRef, useState } from "react";
import type { ImportRun } from "#contract/imports.ts";
import { useFocusFallback } from "#web/ui/focus.ts";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { ChooseFileStep } from "./ChooseFileStep.tsx";
import { CurrentStep } from "./CurrentStep.tsx";
import { EarlierImports } from "./EarlierImports.tsx";
import type { ImportDialog } from "./importDialog.ts";
import { ImportDialogs } from "./ImportDialogs.tsx";
import { STEP_TITLES } from "./importLabels.ts";
import { isFinished, useProgress } from "./importQueries.ts";
import { StepCard } from "./StepCard.tsx";
import { useImportUpload } from "./useImportUpload.ts";

/**
 * Shows the current step of an import, or the form for a new import. Lists the earlier imports
 * below.
 */
export function Imports({ runs }: { runs: readonly ImportRun[] }) {
  const [shownId, setShownId] = useState<number | null>(null);
  const upload = useImportUpload(({ id }) => setShownId(id));
  // While a file is uploaded, the form shows the progress, so the new import in the list is
  // ignored.
  const unfinished = upload.percent === null ? runs.find((run) => !isFinished(run)) : undefined;
  // An import that finishes stays displayed until the admin closes its result.
  if (unfinished && unfinished.id !== shownId) setShownId(unfinished.id);
  const current = unfinished ?? runs.find(({ id }) => id === shownId);
  const { isLost } = useProgress(current);
  const heading = useRef<HTMLHeadingElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box, heading);
  const dialog = useDialogState<ImportDialog>();
  const earlier = runs.filter((run) => isFinished(run) && run !== current);
  // A later import may have changed the items of an earlier import, so the later import must be
  // undone first.
  const undoableId = unfinished ? undefined : runs.find((run) => run.undoableUntil !== null)?.id;
  return (
    <div ref={box}>
      <StepCard
        step={current ? `${String(current.id)} ${current.state}` : "file"}
        title={current ? STEP_TITLES[current.state] : "Choose a file"}
        run={current}
        heading={heading}
      >
        {current ? (
          <CurrentStep
            key={current.state}
            run={current}
            isLost={isLost}
            isUndoable={current.id === undoableId}
            onAsk={(kind) => dialog.open({ kind, run: current })}
            onClose={() => setShownId(null)}
          />
        ) : (
          <ChooseFileStep upload={upload} />
        )}
      </StepCard>
      <EarlierImports
        runs={earlier}
        undoableId={undoableId}
        onUndo={(run) => dialog.open({ kind: "undo", run })}
      />
      <ImportDialogs state={dialog} />
    </div>
  );
}
