import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { BoardCategory } from "#contract/categories.ts";
import { NewCategory } from "#contract/categories.ts";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useSaveCategory } from "./useSaveCategory.ts";

interface CategoryFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The category being renamed; null while a new category is created. */
  category: BoardCategory | null;
}

/** The dialog 'Add Category' or 'Edit Category'. */
export function CategoryFormDialog({ isOpen, onClose, category }: CategoryFormDialogProps) {
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
