import { useRef, useState } from "react";
import type { ApiError } from "#contract/errors.ts";
import type { ImportRun } from "#contract/importRun.ts";
import { IMPORT_CONFLICTS } from "#contract/imports.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { showField } from "#web/ui/focus.ts";
import { Switch } from "#web/ui/Switch.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import type { MissingField } from "./ColumnsAndBoard.tsx";
import { ColumnsAndBoard } from "./ColumnsAndBoard.tsx";
import { writtenLabel } from "./importLabels.ts";
import { Disclosure, KnownNames, UnknownNames } from "./NameGroups.tsx";
import { Report } from "./Report.tsx";
import type { Mapping } from "./useMapping.ts";
import { useMapping } from "./useMapping.ts";

interface MappingStepProps {
  run: ImportRun;
  onStart: () => void;
  onDiscard: () => void;
}

/**
 * The step where the admin matches columns and names, starts the check and reads the check's
 * report.
 */
export function MappingStep({ run, onStart, onDiscard }: MappingStepProps) {
  const mapping = useMapping(run);
  const form = useRef<HTMLFormElement>(null);
  const { check, isPending, missing } = useCheck(run, mapping, (field) =>
    showField(form.current, field),
  );
  const isChanged = mapping.changes !== null;
  useUnsavedChanges(isChanged);
  const isChecked = run.state === "checked";
  const columnsAndBoard = <ColumnsAndBoard run={run} mapping={mapping} missing={missing} />;
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      {isChecked ? null : columnsAndBoard}
      <UnknownNames mapping={mapping} />
      {isChecked ? <Report run={run} isOutdated={isChanged} /> : null}
      <div>
        <KnownNames mapping={mapping} />
        {isChecked ? (
          <Disclosure summary={run.columns.length > 0 ? "Columns and board" : "Board"}>
            {columnsAndBoard}
          </Disclosure>
        ) : null}
      </div>
      {run.settings ? (
        <SettingsChoice
          settings={run.settings}
          isChosen={mapping.takesSettings}
          onChange={mapping.setTakesSettings}
        />
      ) : null}
      <Actions
        run={run}
        changes={mapping.changes}
        isChecking={isPending}
        onStart={onStart}
        onDiscard={onDiscard}
      />
    </form>
  );
}

interface ActionsProps extends MappingStepProps {
  changes: Mapping["changes"];
  isChecking: boolean;
}

function Actions({ run, changes, isChecking, onStart, onDiscard }: ActionsProps) {
  const isChecked = run.state === "checked";
  const written = isChecked && !changes ? writtenLabel(run) : null;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <Button
        variant="ghost"
        className="mr-auto"
        aria-haspopup="dialog"
        disabled={isChecking}
        onClick={onDiscard}
      >
        Discard…
      </Button>
      <Button
        type="submit"
        variant={written === null ? "primary" : "secondary"}
        pending={isChecking}
        pendingLabel="Starting..."
      >
        {isChecked ? "Check again" : "Check"}
      </Button>
      {written === null ? null : (
        <Button aria-haspopup="dialog" disabled={isChecking} onClick={onStart}>
          Import {written}…
        </Button>
      )}
    </div>
  );
}

interface SettingsChoiceProps {
  settings: NonNullable<ImportRun["settings"]>;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

/** Lets the admin replace the company's settings with those of the exported company. */
function SettingsChoice({ settings, isChosen, onChange }: SettingsChoiceProps) {
  const { companyName, hasLogo, logoProblem } = settings;
  return (
    <Switch
      label={hasLogo ? "Take over settings and logo" : "Take over settings"}
      help={
        <>
          Replaces name, description, website, sign-up
          {hasLogo ? ", colours and logo" : " and colours"} with those of <bdi>{companyName}</bdi>.
          An undo does not bring yours back.
          {logoProblem === null ? null : ` The logo stays as it is: ${logoProblem}.`}
        </>
      }
      checked={isChosen}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

const MISSING: Readonly<Record<string, MissingField>> = {
  [IMPORT_CONFLICTS.noTitle]: "column",
  [IMPORT_CONFLICTS.noBoard]: "board",
};

const missingOf = ({ serverMessage = "" }: ApiError) => MISSING[serverMessage] ?? null;

/**
 * Saves the unsaved choices and starts the check of an import.
 * @param onMissing called if a field must be filled in first
 */
function useCheck(
  run: ImportRun,
  { changes, columns, boardId }: Mapping,
  onMissing: (field: MissingField) => void,
) {
  const [missing, setMissing] = useState<MissingField | null>(null);
  const report = (field: MissingField | null) => {
    setMissing(field);
    if (field !== null) onMissing(field);
  };
  const params = { id: run.id };
  const shared = {
    changes: "imports" as const,
    isShown: (error: ApiError) => missingOf(error) !== null,
    onError: (error: ApiError) => report(missingOf(error)),
  };
  const start = useApiMutation("POST /api/imports/:id/dry-run", {
    ...shared,
    errorFallback: "Failed to start the check",
  });
  const save = useApiMutation("PATCH /api/imports/:id", {
    ...shared,
    errorFallback: "Failed to save your choices",
    onSuccess: () => start.mutate({ params }),
  });
  const isPending = save.isPending || start.isPending;
  const check = () => {
    if (isPending) return;
    const isTable = run.columns.length > 0;
    const needsBoard = isTable && columns.board === null && boardId === null;
    const needed = isTable && columns.title === null ? "column" : needsBoard ? "board" : null;
    report(needed);
    if (needed !== null) return;
    if (changes) save.mutate({ params, body: changes });
    else start.mutate({ params });
  };
  return { check, isPending, missing };
}
