import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "#web/ui/icons.ts";
import { Tags } from "#web/ui/adminIcons.ts";
import type { RefObject } from "react";
import { useRef } from "react";
import type { BoardCategory } from "#contract/categories.ts";
import { categoriesApi } from "#contract/categories.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { CategoryCard } from "./CategoryCard.tsx";
import { CategoryFormDialog } from "./CategoryFormDialog.tsx";
import { CategoryGrid, CategoryGridSkeleton } from "./CategoryGrid.tsx";
import { DeleteCategoryDialog } from "./DeleteCategoryDialog.tsx";

/** A dialog of the categories screen. */
type CategoryDialog =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "delete"; readonly category: BoardCategory };

/** The company's own categories, to be added, renamed and deleted (SPEC section 2, Categories). */
export function CategoriesAdmin() {
  const client = useQueryClient();
  const categories = useQuery(apiQuery(categoriesApi.list));
  const heading = useRef<HTMLHeadingElement>(null);
  const { subject: dialog, isOpen, turn, open, close } = useDialogState<CategoryDialog>();
  const add = () => open({ kind: "add" });
  const askToDelete = (category: BoardCategory) => {
    // The count of items as it is now.
    void client.invalidateQueries({ queryKey: [categoriesApi.list.path] });
    open({ kind: "delete", category });
  };
  return (
    <section aria-labelledby="categories-admin">
      <div className="mb-5 flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2
          ref={heading}
          id="categories-admin"
          tabIndex={-1}
          className="text-lg font-semibold outline-none"
        >
          Categories
        </h2>
        {categories.data && categories.data.length > 0 ? <AddButton onClick={add} /> : null}
      </div>
      {categories.isPending ? <CategoryGridSkeleton /> : null}
      {categories.isError && !categories.data ? (
        <ErrorState
          message="Failed to fetch categories"
          retrying={categories.isFetching}
          onRetry={() => void categories.refetch()}
        />
      ) : null}
      {categories.data ? (
        <Categories
          categories={categories.data}
          onAdd={add}
          onEdit={(category) => open({ kind: "edit", category })}
          onDelete={askToDelete}
        />
      ) : null}
      {dialog ? (
        <ShownDialog
          key={turn}
          dialog={dialog}
          isOpen={isOpen}
          categories={categories.data ?? []}
          focusAfterDelete={heading}
          onClose={close}
        />
      ) : null}
    </section>
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
    <CategoryGrid>
      {categories.map((category) => (
        <CategoryCard
          key={category.id}
          category={category}
          onEdit={() => onEdit(category)}
          onDelete={() => onDelete(category)}
        />
      ))}
    </CategoryGrid>
  );
}

interface ShownDialogProps {
  dialog: CategoryDialog;
  isOpen: boolean;
  categories: readonly BoardCategory[];
  focusAfterDelete: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function ShownDialog({ dialog, isOpen, categories, focusAfterDelete, onClose }: ShownDialogProps) {
  if (dialog.kind !== "delete") {
    const category = dialog.kind === "edit" ? dialog.category : null;
    return <CategoryFormDialog isOpen={isOpen} onClose={onClose} category={category} />;
  }
  return (
    <DeleteCategoryDialog
      isOpen={isOpen}
      onClose={onClose}
      category={categories.find(({ id }) => id === dialog.category.id) ?? dialog.category}
      focusAfterwards={focusAfterDelete}
    />
  );
}
