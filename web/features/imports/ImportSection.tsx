import { useQuery } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { useEffect, useId, useRef, useState } from "react";
import type { ImportRun } from "#contract/importRun.ts";
import { IMPORT_UNDO_DAYS } from "#contract/importFormats.ts";
import { Button } from "#web/ui/Button.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ProgressBar } from "#web/ui/ProgressBar.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import {
  StackedActions,
  StackedCell,
  StackedHeader,
  StackedRow,
  StackedTable,
} from "#web/ui/StackedTable.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { useFocusFallback } from "#web/ui/focus.ts";
import { ChooseFileStep } from "./ChooseFileStep.tsx";
import type { ImportDialog } from "./ImportDialogs.tsx";
import { ImportDialogs } from "./ImportDialogs.tsx";
import { fatesLabel, FINISHED_LABELS, SOURCES, STEP_TITLES, totalOf } from "./importLabels.ts";
import { importsQuery, isAtWork, isFinished, useProgress } from "./importQueries.ts";
import { MappingStep } from "./MappingStep.tsx";
import { FailedStep, ReportLink, ResultStep } from "./Report.tsx";
import { useImportUpload } from "./useImportUpload.ts";

/** The section where admins import feedback (docs/product-decisions.md "Import and export"). */
export function ImportSection() {
  const imports = useQuery(importsQuery());
  return (
    <ScreenSection id="import" title="Import">
      <p className="-mt-3 mb-5 max-w-prose text-sm text-muted">
        Brings boards, feedback, comments and votes from another product. A check shows what becomes
        of each record before anything is imported. An import notifies nobody, and you can undo it
        for {IMPORT_UNDO_DAYS} days.
      </p>
      <LoadedContent
        query={imports}
        skeleton={<ImportSkeleton />}
        errorMessage="Failed to fetch imports"
      >
        {(runs) => <Imports runs={runs} />}
      </LoadedContent>
    </ScreenSection>
  );
}

function ImportSkeleton() {
  return (
    <SkeletonGroup label="Loading imports" className="rounded-xl border bg-surface p-4 sm:p-6">
      <Skeleton className="mb-6 w-40" />
      <Skeleton className="mb-6 h-32 w-full rounded-xl" />
      <Skeleton className="h-10 w-32 rounded-lg" />
    </SkeletonGroup>
  );
}

/**
 * Shows the current step of an import, or the form for a new import. Lists the earlier imports
 * below.
 */
function Imports({ runs }: { runs: readonly ImportRun[] }) {
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
function StepCard({ step, title, run, heading, children }: StepCardProps) {
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
function CurrentStep({ run, isLost, isUndoable, onAsk, onClose }: CurrentStepProps) {
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
function WorkStep({ run: { state, progress }, isLost, onDiscard }: WorkStepProps) {
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

interface EarlierImportsProps {
  /** Finished imports, newest first. */
  runs: readonly ImportRun[];
  /** The id of the import that can be undone; undefined if no import can be undone. */
  undoableId: number | undefined;
  onUndo: (run: ImportRun) => void;
}

/** Lists the earlier imports. Renders nothing if there are none. */
function EarlierImports({ runs, undoableId, onUndo }: EarlierImportsProps) {
  const headingId = useId();
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-6">
      <h3 id={headingId} className="mb-3 text-base font-semibold">
        Earlier imports
      </h3>
      <StackedTable
        label="Earlier imports"
        columns={["Started", "File", "Result", "Actions"]}
        tableFrom="2xl"
      >
        {runs.map((run) => (
          <EarlierImport
            key={run.id}
            run={run}
            onUndo={run.id === undoableId ? () => onUndo(run) : undefined}
          />
        ))}
      </StackedTable>
    </section>
  );
}

interface EarlierImportProps {
  run: ImportRun;
  /** Opens the dialog that undoes the import; undefined if the import cannot be undone. */
  onUndo: (() => void) | undefined;
}

function EarlierImport({ run, onUndo }: EarlierImportProps) {
  const { source, fileName, state, counts, problem, createdAt } = run;
  return (
    <StackedRow>
      <StackedHeader>
        <RelativeTime value={createdAt} className="font-semibold whitespace-nowrap" />
      </StackedHeader>
      <StackedCell label="File" className="wrap-anywhere">
        <bdi className="block">{fileName}</bdi>
        <span className="block text-muted">{SOURCES[source].label}</span>
      </StackedCell>
      <StackedCell label="Result" className="wrap-anywhere">
        <span className="block">{FINISHED_LABELS[state]}</span>
        {problem === null ? (
          <span className="block text-muted tabular-nums">{fatesLabel(totalOf(counts))}</span>
        ) : (
          <span className="block text-danger-text">{problem}</span>
        )}
      </StackedCell>
      <StackedActions>
        <ReportLink run={run} />
        {onUndo ? (
          <Button variant="ghost" aria-haspopup="dialog" onClick={onUndo}>
            Undo…
          </Button>
        ) : null}
      </StackedActions>
    </StackedRow>
  );
}
