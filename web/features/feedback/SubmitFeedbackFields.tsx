import type { KeyboardEvent } from "react";
import { useWatch } from "react-hook-form";
import type { Board } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import { FEEDBACK_CATEGORIES, FEEDBACK_CATEGORY_LABELS } from "#contract/feedbackLabels.ts";
import { Field } from "#web/ui/Field.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { BoardOptions } from "./BoardOptions.tsx";
import { SimilarFeedback } from "./SimilarFeedback.tsx";
import type { SubmitForm } from "./useSubmitForm.ts";

interface SubmitFeedbackFieldsProps {
  form: SubmitForm;
  boards: readonly Board[];
  categories: readonly BoardCategory[];
}

/** The fields of the submit dialog. */
export function SubmitFeedbackFields({ form, boards, categories }: SubmitFeedbackFieldsProps) {
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
        {(field) => <TextArea rows={5} {...field} {...bind("description")} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Board" required error={errors.boardId?.message}>
          {(field) => (
            <NativeSelect onKeyDown={submitOnCtrlEnter} {...field} {...bind("boardId")}>
              <BoardOptions boards={boards} />
            </NativeSelect>
          )}
        </Field>
        <Field label="Category" error={errors.category?.message}>
          {(field) => (
            <NativeSelect onKeyDown={submitOnCtrlEnter} {...field} {...bind("category")}>
              {FEEDBACK_CATEGORIES.map((category) => (
                <option key={category} value={category}>
                  {FEEDBACK_CATEGORY_LABELS[category]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        {categories.length > 0 ? (
          <Field label="Topic" optional error={errors.boardCategoryId?.message}>
            {(field) => (
              <NativeSelect onKeyDown={submitOnCtrlEnter} {...field} {...bind("boardCategoryId")}>
                <option value="">None</option>
                {categories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        ) : null}
      </div>
    </div>
  );
}

/** Submits the form on Ctrl+Enter or Cmd+Enter. The `TextArea` component does this on its own. */
function submitOnCtrlEnter(event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
    return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
