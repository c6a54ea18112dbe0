import { useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import type { BoardCategory, NewCategory } from "#contract/categories.ts";
import { categoriesApi, CATEGORY_TAKEN } from "#contract/categories.ts";
import type { ApiError } from "#contract/errors.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { QUERIES_AFFECTED_BY_CATEGORY } from "./affectedQueries.ts";

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
export function useSaveCategory({ category, form, onSaved }: SaveCategoryOptions) {
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
