import { useRef } from "react";
import type { ImportRun } from "#contract/imports.ts";
import { Button } from "#web/ui/Button.tsx";
import { showField } from "#web/ui/focus.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { ColumnsAndBoard } from "./ColumnsAndBoard.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { writtenLabel } from "./importLabels.ts";
import { KnownNames, UnknownNames } from "./NameGroups.tsx";
import { Report } from "./Report.tsx";
import { SettingsChoice } from "./SettingsChoice.tsx";
import { useCheck } from "./useCheck.ts";
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
