import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import type { Board } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import { FEEDBACK_CATEGORIES, FEEDBACK_CATEGORY_LABELS } from "#contract/feedbackLabels.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { MarkdownField } from "#web/features/markdown/MarkdownField.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Field } from "#web/ui/Field.tsx";
import { Select } from "#web/ui/Select.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { SimilarFeedback } from "./SimilarItems.tsx";
import type { SubmitForm } from "./useSubmitForm.ts";
import { useSubmitForm } from "./useSubmitForm.ts";

export interface SubmitFeedbackDialogProps {
  isOpen: boolean;
  onClose: () => void;
  boards: readonly Board[];
  /** The board of the current page; null if the page is not a board's page. */
  pageBoardId: number | null;
}

/** The form for a new item. A draft is stored until the item is submitted. */
export function SubmitFeedbackDialog(props: SubmitFeedbackDialogProps) {
  const { isOpen, onClose, boards, pageBoardId } = props;
  const categories = useQuery(wholeListQuery("/api/categories")).data;
  const isAnonymous = useCurrentUser() === null;
  const form = useSubmitForm(isOpen, { boards, categories, pageBoardId }, onClose);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && !form.isPending) onClose();
      }}
      title="Submit Feedback"
      size="lg"
      onSubmit={() => void form.submit()}
      isPending={form.isPending}
      footer={
        <>
          <Button variant="secondary" disabled={form.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={form.isPending} pendingLabel="Submitting...">
            Submit Feedback
          </Button>
        </>
      }
    >
      <SubmitFeedbackFields form={form} boards={boards} categories={categories ?? []} />
      {isAnonymous ? (
        // This field is a honeypot. Spam programs fill in the field, but people can neither see nor
        // reach the field.
        <input
          name="website"
          onChange={({ target }) => form.fillHoneypot(target.value)}
          tabIndex={-1}
          autoComplete="off"
          aria-hidden="true"
          className="sr-only"
        />
      ) : null}
    </Dialog>
  );
}

interface SubmitFeedbackFieldsProps {
  form: SubmitForm;
  boards: readonly Board[];
  categories: readonly BoardCategory[];
}

/** The fields of the submit dialog. */
function SubmitFeedbackFields({ form, boards, categories }: SubmitFeedbackFieldsProps) {
  const { bind, control, errors } = form;
  const title = useWatch({ control, name: "title" });
  return (
    <div className="flex flex-col gap-4">
      <Field label="Title" required error={errors.title?.message}>
        {(field) => (
          <TextInput
            autoComplete="off"
            onKeyDown={submitOnCtrlEnter}
            {...field}
            {...bind("title")}
          />
        )}
      </Field>
      <SimilarFeedback title={title} />
      <Field label="Description" required error={errors.description?.message}>
        {(field) => <MarkdownField rows={5} {...field} {...bind("description")} />}
      </Field>
      <CategoryChoice {...bind("category")} />
      <div className={cn("grid gap-4", categories.length > 0 && "sm:grid-cols-2")}>
        <Field label="Board" required error={errors.boardId?.message}>
          {(field) => (
            <Select onKeyDown={submitOnCtrlEnter} {...field} {...bind("boardId")}>
              <BoardOptions boards={boards} />
            </Select>
          )}
        </Field>
        {categories.length > 0 ? (
          <Field label="Topic" optional error={errors.boardCategoryId?.message}>
            {(field) => (
              <Select onKeyDown={submitOnCtrlEnter} {...field} {...bind("boardCategoryId")}>
                <option value="">None</option>
                {categories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
      </div>
    </div>
  );
}

/** The four categories as visible choices. The form selects one from the start. */
function CategoryChoice(field: UseFormRegisterReturn) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Category</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {FEEDBACK_CATEGORIES.map((category) => (
          <label
            key={category}
            className="relative flex min-h-10 cursor-pointer items-center justify-center rounded-lg border border-line px-2 text-center text-sm hover:bg-hover has-checked:border-primary-edge has-checked:bg-primary-tint has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              value={category}
              onKeyDown={submitOnCtrlEnter}
              className="absolute inset-0 cursor-pointer opacity-0"
              {...field}
            />
            {FEEDBACK_CATEGORY_LABELS[category]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Submits the form on Ctrl+Enter or Cmd+Enter. The `TextArea` component does this on its own. */
function submitOnCtrlEnter(event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
    return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The options of a board select. Private boards, which only admins see, are a separate group. */
function BoardOptions({ boards }: { boards: readonly Board[] }) {
  const optionsOf = (isPrivate: boolean) =>
    boards
      .filter((board) => board.isPrivate === isPrivate)
      .map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ));
  const privateOptions = optionsOf(true);
  return (
    <>
      <option value="">Choose a board</option>
      {optionsOf(false)}
      {privateOptions.length > 0 ? (
        <optgroup label="Private Boards">{privateOptions}</optgroup>
      ) : null}
    </>
  );
}
