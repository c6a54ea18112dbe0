import type { FieldValues, Path } from "react-hook-form";
import type { ApiError } from "#contract/errors.ts";
import type { ErrorForm } from "./useApiMutation.ts";

/** Shows the message of a conflict (409) at a field of the form, and focuses the field. */
export function showConflict<Values extends FieldValues>(
  form: Pick<ErrorForm<Values>, "setError">,
  { status, serverMessage: message }: ApiError,
  field: Path<Values>,
): void {
  if (status !== 409 || !message) return;
  form.setError(field, { type: "server", message }, { shouldFocus: true });
}
