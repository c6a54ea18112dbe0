import { useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "#contract/errors.ts";
import { importsApi } from "#contract/imports.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { refetchImports, storeImport } from "./importQueries.ts";

const HELP =
  "From API in the settings of Canny. It also brings votes and comments. The key is used for this import only and is not stored afterwards.";

/** The form that imports from Canny with an API key instead of a file. */
export function CannyForm() {
  const client = useQueryClient();
  const [apiKey, setApiKey] = useState("");
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const ofField = ({ fieldErrors }: ApiError) => fieldErrors["apiKey"]?.[0];
  const fetchAll = useApiMutation(importsApi.fetchCanny, {
    errorFallback: "Failed to start the import",
    onSuccess: (run) => void storeImport(client, run),
    isShown: (error) => ofField(error) !== undefined,
    onError: (error) => {
      setProblem(ofField(error));
      // Another admin or tab has started an import. The refetch shows that import.
      if (error.status === 409) void refetchImports(client);
    },
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
