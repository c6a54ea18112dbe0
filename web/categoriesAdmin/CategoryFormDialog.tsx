import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { BoardCategory } from "#contract/categories.ts";
import { NewCategory } from "#contract/categories.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useSaveCategory } from "./useSaveCategory.ts";

interface CategoryFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The category to be renamed; null for a new one. */
  category: BoardCategory | null;
}

/** 'Add Category' or 'Edit Category'. Asks before what was typed is lost. */
export function CategoryFormDialog({ isOpen, onClose, category }: CategoryFormDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const form = useForm({
    resolver: zodResolver(NewCategory),
    defaultValues: { name: category?.name ?? "" },
  });
  const { save, isPending } = useSaveCategory({ category, form, onSaved: onClose });
  const { isDirty, errors } = form.formState;
  useUnsavedChanges(isOpen && isDirty);
  const submit = form.handleSubmit(save);
  const close = () => {
    if (isPending) return;
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  const discard = () => {
    setIsAsking(false);
    onClose();
  };
  return (
    <>
      <Dialog
        open={isOpen}
        onOpenChange={close}
        size="sm"
        title={category ? "Edit Category" : "Add Category"}
        onSubmit={(event) => void submit(event)}
        footer={
          <>
            <Button variant="secondary" disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" pending={isPending} pendingLabel={category ? "Saving..." : "Adding..."}>
              {category ? "Save Changes" : "Add Category"}
            </Button>
          </>
        }
      >
        <Field label="Category name" required error={errors.name?.message}>
          {(control) => <TextInput autoComplete="off" {...control} {...form.register("name")} />}
        </Field>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Discard unsaved changes?"
        description="What you changed here has not been saved."
        confirmLabel="Discard changes"
        onConfirm={discard}
      />
    </>
  );
}
