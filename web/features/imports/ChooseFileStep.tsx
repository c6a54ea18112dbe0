import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useId, useRef, useState } from "react";
import type { ApiError } from "#contract/errors.ts";
import type { ImportSource } from "#contract/importFormats.ts";
import { IMPORT_MAX_RECORDS, IMPORT_SOURCES } from "#contract/importFormats.ts";
import { invalidateAffected } from "#web/app/api/affectedQueries.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Field } from "#web/ui/Field.tsx";
import { FileDropZone } from "#web/ui/FileDropZone.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { ProgressBar } from "#web/ui/ProgressBar.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { SOURCES } from "./importLabels.ts";
import type { ImportUpload } from "./useImportUpload.ts";
import { checkImportFile, MAX_MEGABYTES } from "./useImportUpload.ts";
import { FileUp } from "#web/ui/adminIcons.ts";

const LIMITS = `At most ${String(MAX_MEGABYTES)} MB and ${formatCount(IMPORT_MAX_RECORDS)} records. A company has one import at a time.`;

/**
 * The form for a new import. Admins choose the product or format that the feedback comes from, and
 * the file. For Canny, a second form imports without a file.
 */
export function ChooseFileStep({ upload }: { upload: ImportUpload }) {
  const { percent, problem, refuse, cancel } = upload;
  const [source, setSource] = useState<ImportSource>("csv");
  const [file, setFile] = useState<File | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isUploading = percent !== null;
  const choose = (chosen: File) => {
    setFile(chosen);
    refuse(checkImportFile(chosen));
  };
  const send = () => {
    if (isUploading) return;
    const reason = checkImportFile(file);
    refuse(reason);
    if (file && !reason) upload.upload({ source, file });
    else field.current?.focus();
  };
  return (
    <div className="flex flex-col gap-6">
      <form
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <SourceChoice source={source} disabled={isUploading} onChoose={setSource} />
        <Field label="File" help={LIMITS} error={problem?.message}>
          {(control) => (
            <FileDropZone
              control={control}
              ref={field}
              icon={FileUp}
              accept={SOURCES[source].accept}
              file={file}
              disabled={isUploading}
              onChoose={choose}
            />
          )}
        </Field>
        {problem?.isBlocked ? <OtherImport /> : null}
        {isUploading ? <ProgressBar label="Upload progress" percent={percent} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          {isUploading ? <CancelButton onCancel={cancel} focusAfterwards={field} /> : null}
          <Button type="submit" pending={isUploading} pendingLabel="Uploading...">
            Upload file
          </Button>
        </div>
      </form>
      {source === "canny" && !isUploading ? <CannyForm /> : null}
    </div>
  );
}

interface CancelButtonProps {
  onCancel: () => void;
  /** Gets the focus after the upload, because the button is removed. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

function CancelButton({ onCancel, focusAfterwards }: CancelButtonProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <Button variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
  );
}

/** A button that shows the import that another admin or tab has started. */
function OtherImport() {
  const client = useQueryClient();
  return (
    <div>
      <Button variant="secondary" onClick={() => void invalidateAffected(client, "imports")}>
        Open the other import
      </Button>
    </div>
  );
}

interface SourceChoiceProps {
  source: ImportSource;
  disabled: boolean;
  onChoose: (source: ImportSource) => void;
}

/** Radio buttons for the product or format from which the feedback comes. */
function SourceChoice({ source, disabled, onChoose }: SourceChoiceProps) {
  const id = useId();
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-2 text-sm font-medium">Where does the feedback come from?</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {IMPORT_SOURCES.map((value) => (
          <label
            key={value}
            className={cn(
              "flex cursor-pointer items-start gap-3 rounded-lg border p-3 text-sm",
              value === source ? "bg-primary-tint" : "hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name={id}
              checked={value === source}
              onChange={() => onChoose(value)}
              aria-label={SOURCES[value].label}
              aria-describedby={`${id}-${value}`}
              className="mt-0.5 size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{SOURCES[value].label}</span>
              <span id={`${id}-${value}`} className="block text-muted">
                {SOURCES[value].help}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const HELP =
  "From API in the settings of Canny. It also brings votes and comments. The key is used for this import only and is not stored afterwards.";

/** The form that imports from Canny with an API key instead of a file. */
function CannyForm() {
  const [apiKey, setApiKey] = useState("");
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const ofField = ({ fieldErrors }: ApiError) => fieldErrors["apiKey"]?.[0];
  const fetchAll = useApiMutation("POST /api/imports/canny", {
    // If another admin or tab has started an import (409), the refetch shows that import.
    changes: "imports",
    errorFallback: "Failed to start the import",
    isShown: (error) => ofField(error) !== undefined,
    onError: (error) => setProblem(ofField(error)),
  });
  const submit = () => {
    if (fetchAll.isPending) return;
    const isEmpty = apiKey.trim() === "";
    setProblem(isEmpty ? "API key is required" : undefined);
    if (isEmpty) field.current?.focus();
    else fetchAll.mutate({ body: { apiKey } });
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4 border-t pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label="Or Canny's API key" help={HELP} error={problem}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={field}
            secret="API key"
            value={apiKey}
            onChange={({ target }) => setApiKey(target.value)}
            maxLength={200}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="secondary"
          pending={fetchAll.isPending}
          pendingLabel="Fetching..."
        >
          Fetch from Canny
        </Button>
      </div>
    </form>
  );
}
