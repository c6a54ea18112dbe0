import type { FieldValues, Path, UseFormGetValues, UseFormSetError } from "react-hook-form";
import type { ApiError } from "#contract/errors.ts";

/** The methods of a react-hook-form form that are needed to show errors from the server. */
export interface ErrorForm<Values extends FieldValues> {
  readonly getValues: UseFormGetValues<Values>;
  readonly setError: UseFormSetError<Values>;
}

/**
 * Shows the messages of a validation error at their fields and focuses the first of these fields.
 * Returns whether every message has a field. If not, the caller must show the error elsewhere.
 */
export function applyFieldErrors<Values extends FieldValues>(
  form: ErrorForm<Values>,
  error: ApiError,
): boolean {
  const messages = Object.entries(error.fieldErrors);
  const known = messages.filter(([field]) => field in form.getValues());
  for (const [index, [field, texts]] of known.entries()) {
    const name = field as Path<Values>;
    form.setError(name, { type: "server", message: texts[0] ?? "" }, { shouldFocus: index === 0 });
  }
  return messages.length > 0 && known.length === messages.length;
}
