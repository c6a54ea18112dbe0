import { useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { toast } from "#web/ui/toast.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { UPDATED } from "./useFeedbackUpdate.ts";
import { useNeighbors } from "./useNeighbors.ts";

/**
 * Returns a function that opens the next item of the list after an item was saved. After the last
 * item that the list had loaded, the function opens the list. Returns null if the admin did not
 * come from a list with the item.
 */
export function useGoOn(feedbackId: number): (() => void) | null {
  const neighbors = useNeighbors(feedbackId);
  const navigate = useNavigate();
  if (!neighbors) return null;
  const { next, list, place, total } = neighbors;
  return () => {
    if (next === undefined) {
      const isLast = place === total ? "the last item" : "the last loaded item";
      toast({ title: UPDATED, description: `That was ${isLast} of the list` });
    }
    // All changes are saved, but the navigation would still ask for a confirmation.
    forgetUnsavedChanges();
    navigate(next ?? list);
  };
}
