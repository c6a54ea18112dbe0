import { zodResolver } from "@hookform/resolvers/zod";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { FeedbackItem } from "#contract/feedback.ts";
import { FeedbackChanges } from "#contract/feedback.ts";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useFeedbackUpdate } from "./useFeedbackUpdate.ts";

/** The 'Edit' button with its dialog: title and description. */
export function EditFeedbackDialog({ item }: { item: FeedbackItem }) {
  const { title, description } = item;
  const [isOpen, setIsOpen] = useState(false);
  const form = useForm({
    resolver: zodResolver(FeedbackChanges),
    defaultValues: { title, description },
  });
  const update = useFeedbackUpdate({ form, onSuccess: () => setIsOpen(false) });
  const changeOpen = (open: boolean) => {
    if (update.isPending && isOpen) return;
    if (open) form.reset({ title, description });
    setIsOpen(open);
  };
  const { errors } = form.formState;
  const save = form.handleSubmit((body) => {
    if (!update.isPending) update.mutate({ params: { id: String(item.id) }, body });
  });
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => changeOpen(true)}>
        <Pencil aria-hidden="true" />
        Edit
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={changeOpen}
        title="Edit Feedback"
        onSubmit={(event) => void save(event)}
        footer={
          <>
            <Button variant="secondary" disabled={update.isPending} onClick={() => changeOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" pending={update.isPending} pendingLabel="Saving...">
              Save Changes
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <Field label="Title" error={errors.title?.message} required>
            {(control) => <TextInput autoComplete="off" {...control} {...form.register("title")} />}
          </Field>
          <Field label="Description" error={errors.description?.message} required>
            {(control) => <TextArea rows={6} {...control} {...form.register("description")} />}
          </Field>
        </div>
      </Dialog>
    </>
  );
}
