import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import type { BoardCategory } from "#contract/categories.ts";
import { categoriesApi, CATEGORY_TAKEN, NewCategory } from "#contract/categories.ts";
import type { ApiError } from "#contract/errors.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Tags } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/CalendarDate.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { EditDeleteButtons } from "#web/ui/EditDeleteButtons.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Plus } from "#web/ui/icons.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { QUERIES_AFFECTED_BY_CATEGORY } from "./affectedQueries.ts";

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

/** The skeleton of the list, displayed while the categories are loading. */
function CategoryListSkeleton() {
  return (
    <SkeletonGroup
      label="Loading categories"
      className="divide-y divide-line rounded-xl border bg-surface"
    >
      {["first", "second", "third"].map((key) => (
        <div key={key} className="px-4 py-5">
          <Skeleton className="w-1/2" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

interface CategoryRowProps {
  category: BoardCategory;
  onEdit: () => void;
  onDelete: () => void;
}

/** A row of the list of categories (docs/specification.md "Categories (/company/categories)"). */
function CategoryRow({ category, onEdit, onDelete }: CategoryRowProps) {
  const { name, feedbackCount, createdAt } = category;
  return (
    <li className="flex items-center gap-4 py-1.5 pr-2 pl-4">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 py-1">
        <h3 dir="auto" className="min-w-48 flex-1 font-semibold wrap-anywhere">
          {name}
        </h3>
        <p className="text-sm text-muted sm:w-56">
          Created on <CalendarDate value={createdAt} />
        </p>
        <p className="text-sm text-muted tabular-nums sm:w-20 sm:text-right">
          {countLabel(feedbackCount, "item")}
        </p>
      </div>
      <EditDeleteButtons name={name} onEdit={onEdit} onDelete={onDelete} />
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
  const { save, isPending } = useSaveCategory({ category, form, onSaved: onClose });
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
      submitLabel={category ? "Save Changes" : "Add Category"}
      pendingLabel={category ? "Saving..." : "Adding..."}
      onSubmit={() => void submit()}
    >
      <Field label="Category name" required error={errors.name?.message}>
        {(control) => <TextInput autoComplete="off" {...control} {...form.register("name")} />}
      </Field>
    </FormDialog>
  );
}

type CategoryValues = z.input<typeof NewCategory>;

interface SaveCategoryOptions {
  /** The category being renamed; null while a new category is created. */
  readonly category: BoardCategory | null;
  readonly form: Pick<UseFormReturn<CategoryValues>, "getValues" | "setError">;
  readonly onSaved: () => void;
}

/**
 * Creates or renames a category. Validation errors and a name in use are displayed beside the
 * field.
 */
function useSaveCategory({ category, form, onSaved }: SaveCategoryOptions) {
  const client = useQueryClient();
  const shared = {
    refetch: QUERIES_AFFECTED_BY_CATEGORY,
    form,
    onSuccessMounted: onSaved,
    onError: ({ status, serverMessage }: ApiError) => {
      // Compares the message, because the status is also 409 if the quota of categories is reached.
      if (serverMessage === CATEGORY_TAKEN)
        form.setError("name", { type: "server", message: CATEGORY_TAKEN }, { shouldFocus: true });
      // Another admin may have added a category (409) or deleted this category (404), so the cached
      // list is possibly outdated.
      if (status === 409 || status === 404)
        void client.invalidateQueries({ queryKey: [categoriesApi.list.path] });
    },
  };
  const create = useApiMutation(categoriesApi.create, {
    ...shared,
    success: "Category created successfully",
    errorFallback: "Failed to create category",
  });
  const update = useApiMutation(categoriesApi.update, {
    ...shared,
    success: "Category updated successfully",
    errorFallback: "Failed to update category",
  });
  const isPending = create.isPending || update.isPending;
  const save = (body: CategoryValues) => {
    if (isPending) return;
    if (category) update.mutate({ params: { id: category.id }, body });
    else create.mutate({ body });
  };
  return { save, isPending };
}

interface DeleteCategoryDialogProps {
  isOpen: boolean;
  onClose: () => void;
  category: BoardCategory;
}

/**
 * Asks for confirmation, then deletes a category. The dialog says how many items have the category.
 */
function DeleteCategoryDialog({ isOpen, onClose, category }: DeleteCategoryDialogProps) {
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
