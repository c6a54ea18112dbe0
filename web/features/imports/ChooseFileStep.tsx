import type { RefObject } from "react";
import { useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { ImportSource } from "#contract/imports.ts";
import { IMPORT_MAX_RECORDS } from "#contract/imports.ts";
import { FileUp } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FileDropZone } from "#web/ui/FileDropZone.tsx";
import { ProgressBar } from "#web/ui/ProgressBar.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { CannyForm } from "./CannyForm.tsx";
import { SOURCES } from "./importLabels.ts";
import { refetchImports } from "./importQueries.ts";
import { SourceChoice } from "./SourceChoice.tsx";
import type { ImportUpload } from "./useImportUpload.ts";
import { checkImportFile, MAX_MEGABYTES } from "./useImportUpload.ts";

const LIMITS = `At most ${String(MAX_MEGABYTES)} MB and ${IMPORT_MAX_RECORDS.toLocaleString("en")} records. A company has one import at a time.`;

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
            Upload File
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
      <Button variant="secondary" onClick={() => void refetchImports(client)}>
        Open the other import
      </Button>
    </div>
  );
}
