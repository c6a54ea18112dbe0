import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "#contract/errors.ts";
import type { ImportRun } from "#contract/imports.ts";
import { IMPORT_CONFLICTS, importsApi } from "#contract/imports.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { refetchImports, storeImport } from "./importQueries.ts";
import type { Mapping } from "./useMapping.ts";

/** The name of a field that the admin must fill in before the check can start. */
export type MissingField = "column" | "board";

const MISSING: Readonly<Record<string, MissingField>> = {
  [IMPORT_CONFLICTS.noTitle]: "column",
  [IMPORT_CONFLICTS.noBoard]: "board",
};

const missingOf = ({ serverMessage = "" }: ApiError) => MISSING[serverMessage] ?? null;

/**
 * Saves the unsaved choices and starts the check of an import.
 * @param onMissing called if a field must be filled in first
 */
export function useCheck(
  run: ImportRun,
  { changes, columns, boardId }: Mapping,
  onMissing: (field: MissingField) => void,
) {
  const client = useQueryClient();
  const [missing, setMissing] = useState<MissingField | null>(null);
  const report = (field: MissingField | null) => {
    setMissing(field);
    if (field !== null) onMissing(field);
  };
  const params = { id: run.id };
  const shared = {
    isShown: (error: ApiError) => missingOf(error) !== null,
    onError: (error: ApiError) => {
      report(missingOf(error));
      void refetchImports(client);
    },
  };
  const start = useApiMutation(importsApi.dryRun, {
    ...shared,
    errorFallback: "Failed to start the check",
    onSuccess: (checking) => void storeImport(client, checking),
  });
  const save = useApiMutation(importsApi.update, {
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
