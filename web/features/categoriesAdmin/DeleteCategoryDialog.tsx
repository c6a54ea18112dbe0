import { useQueryClient } from "@tanstack/react-query";
import type { BoardCategory } from "#contract/categories.ts";
import { categoriesApi } from "#contract/categories.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { QUERIES_AFFECTED_BY_CATEGORY } from "./affectedQueries.ts";

interface DeleteCategoryDialogProps {
  isOpen: boolean;
  onClose: () => void;
  category: BoardCategory;
}

/**
 * Asks for confirmation, then deletes a category. The dialog says how many items have the category.
 */
export function DeleteCategoryDialog({ isOpen, onClose, category }: DeleteCategoryDialogProps) {
  const client = useQueryClient();
  const remove = useApiMutation(categoriesApi.remove, {
    refetch: QUERIES_AFFECTED_BY_CATEGORY,
    success: "Category deleted successfully",
    errorFallback: "Failed to delete category",
    onError: ({ status }) => {
      if (status !== 404) return;
      void client.invalidateQueries({ queryKey: [categoriesApi.list.path] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title="Are you sure?"
      description={<Consequences category={category} />}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      // `onSuccess` runs after the refetch, so the list no longer has the category when the dialog
      // closes.
      onConfirm={() => remove.mutate({ params: { id: category.id } }, { onSuccess: onClose })}
    />
  );
}

function Consequences({ category }: { category: BoardCategory }) {
  return (
    <>
      <strong dir="auto" className="font-semibold wrap-anywhere text-ink">
        {category.name}
      </strong>{" "}
      will be deleted. {consequencesFor(category.feedbackCount)} This cannot be undone.
    </>
  );
}

function consequencesFor(count: number): string {
  if (count === 0) return "No item carries it.";
  if (count === 1) return "1 item carries it and keeps everything else.";
  return `${count.toLocaleString("en")} items carry it and keep everything else.`;
}
