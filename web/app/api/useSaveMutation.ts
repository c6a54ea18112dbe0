import type { CallName, InputOf, ResultOf } from "#contract/api.ts";
import type { FieldValues } from "react-hook-form";
import type { ApiMutationOptions } from "./useApiMutation.ts";
import { useApiMutation } from "./useApiMutation.ts";

interface SaveOptions<
  Create extends CallName,
  Update extends CallName,
  Values extends FieldValues,
> extends Pick<ApiMutationOptions<CallName, Values>, "changes" | "form" | "onError"> {
  readonly create: Create;
  readonly update: Update;
  /** The id of the entity being edited; null while a new entity is created. */
  readonly id: number | null;
  /** The kind of entity, such as 'board', for the texts of the toasts. */
  readonly noun: string;
  readonly errorFallback?: string;
  /** Whether a dialog shows what was created. A toast would only cover its button. */
  readonly isShownAfterwards?: boolean;
  /** Called if the dialog is still open. */
  readonly onSaved: (saved: ResultOf<Create> | ResultOf<Update>) => void;
}

type Body<E extends CallName> = InputOf<E> extends { body?: infer Value } ? Value : never;

/**
 * Saves the form of a dialog: creates an entity, or updates an existing entity. Validation errors
 * and conflicts are displayed beside their fields.
 */
export function useSaveMutation<
  Create extends CallName,
  Update extends CallName,
  Values extends FieldValues,
>({
  create,
  update,
  id,
  noun,
  isShownAfterwards = false,
  onSaved,
  ...options
}: SaveOptions<Create, Update, Values>) {
  const verb = id === null ? "create" : "update";
  const name: CallName = id === null ? create : update;
  const { mutate, isPending } = useApiMutation<CallName, Values>(name, {
    ...(!(isShownAfterwards && id === null) && {
      success: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${verb}d successfully`,
    }),
    onSuccessMounted: (saved) => onSaved(saved as ResultOf<Create> | ResultOf<Update>),
    ...options,
    errorFallback: options.errorFallback ?? `Failed to ${verb} ${noun}`,
  });
  const save = (body: Body<Create> | Body<Update>) => {
    if (isPending) return;
    const input = { ...(id !== null && { params: { id } }), body };
    (mutate as unknown as (variables: typeof input) => void)(input);
  };
  return { save, isPending };
}
