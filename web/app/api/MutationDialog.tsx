import type { CallName } from "#contract/api.ts";
import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import type { ApiMutationOptions, Variables } from "./useApiMutation.ts";
import { useApiMutation } from "./useApiMutation.ts";

type Question = ComponentProps<typeof ConfirmDialog>;

/** A call that needs a confirmation. */
export interface ConfirmedCall<E extends CallName>
  extends Pick<Question, "title" | "description">, ApiMutationOptions<E, FieldValues> {
  isOpen: boolean;
  onClose: () => void;
  endpoint: E;
  input: Variables<E>;
  /** Runs the call after the confirmation, for instance once another question is answered. */
  guard?: (call: () => void) => void;
  /** Called after success and the refetch. By default, closes the dialog. */
  onDone?: () => void;
  /** Whether the page is left after success. Until then, the dialog stays open and pending. */
  leavesPage?: boolean;
  /**
   * Whether the dialog stays open after an error, so that the user can try again. If the entity no
   * longer exists (404), the dialog closes in any case.
   */
  staysOpenOnError?: boolean;
}

interface MutationDialogProps<E extends CallName>
  extends
    ConfirmedCall<E>,
    Pick<Question, "confirmLabel" | "pendingLabel" | "confirmDisabled" | "children"> {}

/** Asks for confirmation, then calls an endpoint. */
export function MutationDialog<E extends CallName>({
  isOpen,
  onClose,
  endpoint,
  input,
  guard,
  onDone = onClose,
  leavesPage = false,
  staysOpenOnError = false,
  title,
  description,
  confirmLabel,
  pendingLabel,
  confirmDisabled,
  children,
  ...options
}: MutationDialogProps<E>) {
  const mutation = useApiMutation(endpoint, {
    ...options,
    onError: (error, variables) => {
      options.onError?.(error, variables);
      if (!staysOpenOnError || error.status === 404) onClose();
    },
  });
  const call = () => mutation.mutate(input, leavesPage ? {} : { onSuccess: onDone });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      pendingLabel={pendingLabel}
      pending={mutation.isPending || (leavesPage && mutation.isSuccess)}
      confirmDisabled={confirmDisabled}
      onConfirm={() => (guard ? guard(call) : call())}
    >
      {children}
    </ConfirmDialog>
  );
}
