import { moderationApi } from "#contract/moderation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import type { ToastMessage } from "#web/ui/toast.ts";

/**
 * Returns a function that creates the 'Undo' button of a toast about a decision. The button also
 * works after the component has unmounted.
 */
export function useUndoAction() {
  const undo = useApiMutation(moderationApi.undo, {
    changes: "moderation",
    errorFallback: "Failed to undo",
    success: "Undone",
  });
  return (decisionId: number): ToastMessage["action"] => ({
    label: "Undo",
    onPress: () => undo.mutate({ body: { decisionId } }),
  });
}
