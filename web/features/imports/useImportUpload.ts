import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ImportRun } from "#contract/importRun.ts";
import type { ImportSource } from "#contract/importFormats.ts";
import { IMPORT_CONFLICTS } from "#contract/imports.ts";
import { IMPORT_MAX_BYTES } from "#contract/importFormats.ts";
import { isApiError } from "#web/app/api/call.ts";
import { withConfirmedEmail } from "#web/app/api/questions.ts";
import { uploadForm } from "#web/app/api/uploadForm.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { storeImport } from "./importQueries.ts";

/** The maximum size of a file in megabytes. */
export const MAX_MEGABYTES = IMPORT_MAX_BYTES / 1024 / 1024;

const TOO_LARGE = `The file must have at most ${String(MAX_MEGABYTES)} MB`;

interface Upload {
  readonly source: ImportSource;
  readonly file: File;
}

/** Describes why a file was not uploaded. */
export interface UploadProblem {
  readonly message: string;
  /** Whether another import must be finished or discarded before a new upload. */
  readonly isBlocked: boolean;
}

/** Returns why a file cannot be uploaded; null if the file can be uploaded. */
export function checkImportFile(file: File | null): UploadProblem | null {
  if (!file) return problemOf("Choose a file");
  if (file.size === 0) return problemOf("The file is empty");
  return file.size > IMPORT_MAX_BYTES ? problemOf(TOO_LARGE) : null;
}

const problemOf = (message: string, isBlocked = false): UploadProblem => ({ message, isBlocked });

/** Uploads a file for a new import. `percent` is null while no upload is pending. */
export function useImportUpload(onUploaded: (run: ImportRun) => void) {
  const client = useQueryClient();
  const controller = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<UploadProblem | null>(null);
  const { mutate } = useMutation<ImportRun, Error, Upload>({
    mutationFn: async ({ source, file }) => {
      controller.current = new AbortController();
      setPercent(0);
      setProblem(null);
      const form = new FormData();
      // The server accepts the form only if the field with the import source precedes the file
      // field.
      form.append("source", source);
      form.append("file", file);
      const { signal } = controller.current;
      return (await withConfirmedEmail(() =>
        uploadForm("/api/imports", form, { onProgress: setPercent, signal }),
      )) as ImportRun;
    },
    onSuccess: async (run) => {
      await storeImport(client, run);
      setPercent(null);
      onUploaded(run);
    },
    onError: (error) => {
      setPercent(null);
      if (error.name !== "AbortError") setProblem(uploadProblem(error));
    },
  });
  // Leaving the page aborts the upload.
  useEffect(() => () => controller.current?.abort(), []);
  useUnsavedChanges(percent !== null, "The upload will be cancelled.");
  return {
    percent,
    problem,
    upload: mutate,
    refuse: setProblem,
    cancel: () => controller.current?.abort(),
  };
}

export type ImportUpload = ReturnType<typeof useImportUpload>;

function uploadProblem(error: Error): UploadProblem {
  if (!isApiError(error)) return problemOf("The file could not be uploaded");
  const { status, serverMessage, fieldErrors } = error;
  if (status === 0)
    return problemOf("The connection was lost. Check it, then upload the file again.");
  if (status === 413) return problemOf(TOO_LARGE);
  const ofField = fieldErrors["file"]?.[0] ?? fieldErrors["source"]?.[0];
  const message = ofField ?? serverMessage ?? "The file could not be uploaded";
  return problemOf(message, serverMessage === IMPORT_CONFLICTS.unfinished);
}
