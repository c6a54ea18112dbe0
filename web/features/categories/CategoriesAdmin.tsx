import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { BoardCategory } from "#contract/categories.ts";
import { CATEGORY_TAKEN, NewCategory } from "#contract/categories.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { showConflict } from "#web/app/api/showConflict.ts";
import { useSaveMutation } from "#web/app/api/useSaveMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { countLabel, formatCount } from "#web/ui/countLabel.ts";
import { EditDeleteButtons } from "#web/ui/EditDeleteButtons.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { Tags } from "#web/ui/adminIcons.ts";
import { Plus } from "#web/ui/icons.ts";

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
  const categories = useQuery(wholeListQuery("/api/categories"));
  const state = useDialogState<CategoryDialog>();
  const add = () => state.open({ kind: "add" });
  const askToDelete = (category: BoardCategory) => {
    // Refetches the categories, because the item count in the dialog must be up to date.
    void client.invalidateQueries({ queryKey: ["/api/categories"] });
    state.open({ kind: "delete", category });
  };
  return (
    <ScreenSection
      id="categories-admin"
      title="Categories"
      subtitle="Visitors see the category of an item as its Topic."
      hasLateActions
      actions={categories.data && categories.data.length > 0 ? <AddButton onClick={add} /> : null}
    >
      <LoadedContent
        query={categories}
        skeleton={<CategoryGridSkeleton />}
        errorMessage="Failed to fetch categories"
      >
        {(loaded) => (
          <Categories
            categories={loaded}
            onAdd={add}
            onEdit={(category) => state.open({ kind: "edit", category })}
            onDelete={askToDelete}
          />
        )}
      </LoadedContent>
      <OpenDialog state={state}>
        {(dialog, frame) =>
          dialog.kind === "delete" ? (
            <DeleteCategoryDialog
              {...frame}
              category={
                categories.data?.find(({ id }) => id === dialog.category.id) ?? dialog.category
              }
            />
          ) : (
            <CategoryFormDialog
              {...frame}
              category={dialog.kind === "edit" ? dialog.category : null}
            />
          )
        }
      </OpenDialog>
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

const GRID = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";

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
    <ul className={GRID}>
      {categories.map((category) => (
        <CategoryCard
          key={category.id}
          category={category}
          onEdit={() => onEdit(category)}
          onDelete={() => onDelete(category)}
        />
      ))}
    </ul>
  );
}

/** The skeleton of the grid, displayed while the categories are loading. */
function CategoryGridSkeleton() {
  return (
    <SkeletonGroup label="Loading categories" className={GRID}>
      {["first", "second", "third"].map((key) => (
        <div key={key} className="rounded-xl border border-line bg-surface p-4">
          <Skeleton className="w-1/2" />
          <Skeleton className="mt-3 h-3 w-2/3" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

interface CategoryCardProps {
  category: BoardCategory;
  onEdit: () => void;
  onDelete: () => void;
}

/** The card of a category (docs/specification.md "Categories (/company/categories)"). */
function CategoryCard({ category, onEdit, onDelete }: CategoryCardProps) {
  const { name, feedbackCount, createdAt } = category;
  return (
    <li className="min-w-0 rounded-xl border border-line bg-surface pt-2 pr-2 pb-4 pl-4">
      <div className="flex items-start gap-2">
        <h3 dir="auto" className="min-w-0 flex-1 py-2 text-base font-semibold wrap-anywhere">
          {name}
        </h3>
        <EditDeleteButtons name={name} onEdit={onEdit} onDelete={onDelete} />
      </div>
      <p className="text-sm text-muted">
        Created on <CalendarDate value={createdAt} />
      </p>
      <p className="text-sm text-muted tabular-nums">{countLabel(feedbackCount, "item")}</p>
    </li>
  );
}

interface CategoryFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The category being renamed; null while a new category is created. */
  category: BoardCategory | null;
}

/** The dialog 'Add Category' or 'Edit Category'. */
function CategoryFormDialog({ isOpen, onClose, category }: CategoryFormDialogProps) {
  const form = useForm({
    resolver: zodResolver(NewCategory),
    defaultValues: { name: category?.name ?? "" },
  });
  const { save, isPending } = useSaveMutation({
    create: "POST /api/categories",
    update: "PATCH /api/categories/:id",
    id: category?.id ?? null,
    noun: "category",
    changes: "categories",
    form,
    // The status is also 409 if the quota of categories is reached.
    onError: (error) => {
      if (error.serverMessage === CATEGORY_TAKEN) showConflict(form, error, "name");
    },
    onSaved: onClose,
  });
  const { isDirty, errors } = form.formState;
  const submit = form.handleSubmit(save);
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={category ? "Edit Category" : "Add Category"}
      isDirty={isDirty}
      isPending={isPending}
      submitLabel={category ? "Save changes" : "Add Category"}
      pendingLabel={category ? "Saving..." : "Adding..."}
      onSubmit={() => void submit()}
    >
      <Field label="Category name" required error={errors.name?.message}>
        {(control) => <TextInput autoComplete="off" {...control} {...form.register("name")} />}
      </Field>
    </FormDialog>
  );
}

interface DeleteCategoryDialogProps {
  isOpen: boolean;
  onClose: () => void;
  category: BoardCategory;
}

/**
 * Asks for confirmation, then deletes a category. The dialog says how many items have the category.
 */
function DeleteCategoryDialog({ category, ...frame }: DeleteCategoryDialogProps) {
  return (
    <MutationDialog
      {...frame}
      endpoint={"DELETE /api/categories/:id"}
      input={{ params: { id: category.id } }}
      changes="categories"
      success="Category deleted successfully"
      errorFallback="Failed to delete category"
      staysOpenOnError
      title="Are you sure?"
      description={<Consequences category={category} />}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
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
  return `${formatCount(count)} items carry it and keep everything else.`;
}
