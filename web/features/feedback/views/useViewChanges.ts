import { savedViewsApi } from "#contract/savedViews.ts";
import type { SavedView, ViewFilters } from "#contract/savedViews.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { toast } from "#web/ui/toast.ts";

const AFFECTED = [savedViewsApi.list];

interface ViewChanges {
  /** Replaces the filters of a view, and shows a toast with 'Undo'. */
  readonly replaceFilters: (view: SavedView, filters: ViewFilters, onSaved: () => void) => void;
  readonly remove: (view: SavedView, onRemoved: () => void) => void;
  readonly isRemoving: boolean;
}

/** The changes of a saved view that need no form. */
export function useViewChanges(): ViewChanges {
  const update = useApiMutation(savedViewsApi.update, {
    refetch: AFFECTED,
    errorFallback: "Failed to update the view",
  });
  const remove = useApiMutation(savedViewsApi.remove, {
    refetch: AFFECTED,
    success: "View deleted",
    errorFallback: "Failed to delete the view",
  });
  const save = (id: number, filters: ViewFilters, onSuccess: () => void) =>
    update.mutate({ params: { id }, body: { filters } }, { onSuccess });
  return {
    replaceFilters: (view, filters, onSaved) =>
      save(view.id, filters, () => {
        const onPress = () => save(view.id, view.filters, () => toast({ title: "Undone" }));
        toast({ title: "View updated", action: { label: "Undo", onPress } });
        onSaved();
      }),
    remove: ({ id }, onRemoved) => remove.mutate({ params: { id } }, { onSuccess: onRemoved }),
    isRemoving: remove.isPending,
  };
}
