import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "#web/ui/icons.ts";
import { Tags } from "#web/ui/adminIcons.ts";
import type { BoardCategory } from "#contract/categories.ts";
import { categoriesApi } from "#contract/categories.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { CategoryFormDialog } from "./CategoryFormDialog.tsx";
import { CategoryListSkeleton } from "./CategoryListSkeleton.tsx";
import { CategoryRow } from "./CategoryRow.tsx";
import { DeleteCategoryDialog } from "./DeleteCategoryDialog.tsx";

/** The kind of the open dialog, and the category that the dialog renames or deletes. */
type CategoryDialog =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "delete"; readonly category: BoardCategory };

/**
 * The screen where admins add, rename and delete the company's categories (docs/specification.md
 * "Categories (/company/categories)").
 */
export function CategoriesAdmin() {
  const client = useQueryClient();
  const categories = useQuery(wholeListQuery(categoriesApi.list));
  const { subject: dialog, isOpen, turn, open, close } = useDialogState<CategoryDialog>();
  const add = () => open({ kind: "add" });
  const askToDelete = (category: BoardCategory) => {
    // Refetches the categories, because the item count in the dialog must be up to date.
    void client.invalidateQueries({ queryKey: [categoriesApi.list.path] });
    open({ kind: "delete", category });
  };
  return (
    <ScreenSection
      id="categories-admin"
      title="Categories"
      hasLateActions
      actions={categories.data && categories.data.length > 0 ? <AddButton onClick={add} /> : null}
    >
      <LoadedContent
        query={categories}
        skeleton={<CategoryListSkeleton />}
        errorMessage="Failed to fetch categories"
      >
        {(loaded) => (
          <Categories
            categories={loaded}
            onAdd={add}
            onEdit={(category) => open({ kind: "edit", category })}
            onDelete={askToDelete}
          />
        )}
      </LoadedContent>
      {dialog ? (
        <OpenDialog
          key={turn}
          dialog={dialog}
          isOpen={isOpen}
          categories={categories.data ?? []}
          onClose={close}
        />
      ) : null}
    </ScreenSection>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button aria-haspopup="dialog" onClick={onClick}>
      <Plus aria-hidden="true" />
      Add Category
    </Button>
  );
}

interface CategoriesProps {
  categories: readonly BoardCategory[];
  onAdd: () => void;
  onEdit: (category: BoardCategory) => void;
  onDelete: (category: BoardCategory) => void;
}

function Categories({ categories, onAdd, onEdit, onDelete }: CategoriesProps) {
  if (categories.length === 0) {
    return (
      <EmptyState
        icon={Tags}
        title="No categories found"
        text="Create categories to organize your feedback"
        action={<AddButton onClick={onAdd} />}
      />
    );
  }
  return (
    <ul className="divide-y divide-line rounded-xl border bg-surface">
      {categories.map((category) => (
        <CategoryRow
          key={category.id}
          category={category}
          onEdit={() => onEdit(category)}
          onDelete={() => onDelete(category)}
        />
      ))}
    </ul>
  );
}

interface OpenDialogProps {
  dialog: CategoryDialog;
  isOpen: boolean;
  categories: readonly BoardCategory[];
  onClose: () => void;
}

function OpenDialog({ dialog, isOpen, categories, onClose }: OpenDialogProps) {
  if (dialog.kind !== "delete") {
    const category = dialog.kind === "edit" ? dialog.category : null;
    return <CategoryFormDialog isOpen={isOpen} onClose={onClose} category={category} />;
  }
  return (
    <DeleteCategoryDialog
      isOpen={isOpen}
      onClose={onClose}
      category={categories.find(({ id }) => id === dialog.category.id) ?? dialog.category}
    />
  );
}
