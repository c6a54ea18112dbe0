import type { SavedView, ViewFilters } from "#contract/savedViews.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { toast } from "#web/ui/toast.ts";

/** Returns a function that replaces the filters of a view and shows a toast with 'Undo'. */
export function useReplaceFilters() {
  const update = useApiMutation("PATCH /api/views/:id", {
    changes: "views",
    errorFallback: "Failed to update the view",
  });
  const save = (id: number, filters: ViewFilters, onSuccess: () => void) =>
    update.mutate({ params: { id }, body: { filters } }, { onSuccess });
  return (view: SavedView, filters: ViewFilters, onSaved: () => void) =>
    save(view.id, filters, () => {
      const onPress = () => save(view.id, view.filters, () => toast({ title: "Undone" }));
      toast({ title: "View updated", action: { label: "Undo", onPress } });
      onSaved();
    });
}
