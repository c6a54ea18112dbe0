import type { Control, FieldErrors, UseFormRegister } from "react-hook-form";
import { useWatch } from "react-hook-form";
import type { Board } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import { FEEDBACK_CATEGORIES, FEEDBACK_CATEGORY_LABELS } from "#contract/feedback.ts";
import { Field } from "#web/ui/Field.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { CheckedFeedback, FeedbackFormValues } from "./feedbackForm.ts";
import { SimilarFeedback } from "./SimilarFeedback.tsx";

interface SubmitFeedbackFieldsProps {
  register: UseFormRegister<FeedbackFormValues>;
  control: Control<FeedbackFormValues, unknown, CheckedFeedback>;
  errors: FieldErrors<FeedbackFormValues>;
  boards: readonly Board[];
  categories: readonly BoardCategory[];
}

/** The fields of the submit dialog. */
export function SubmitFeedbackFields(props: SubmitFeedbackFieldsProps) {
  const { register, control, errors, boards, categories } = props;
  const title = useWatch({ control, name: "title" });
  return (
    <>
      <Field label="Title" required error={errors.title?.message}>
        {(field) => <TextInput autoComplete="off" {...field} {...register("title")} />}
      </Field>
      <SimilarFeedback title={title} />
      <Field label="Description" required error={errors.description?.message}>
        {(field) => <TextArea rows={5} {...field} {...register("description")} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Board" required error={errors.boardId?.message}>
          {(field) => (
            <NativeSelect {...field} {...register("boardId")}>
              <BoardOptions boards={boards} />
            </NativeSelect>
          )}
        </Field>
        <Field label="Category" error={errors.category?.message}>
          {(field) => (
            <NativeSelect {...field} {...register("category")}>
              {FEEDBACK_CATEGORIES.map((category) => (
                <option key={category} value={category}>
                  {FEEDBACK_CATEGORY_LABELS[category]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        {categories.length > 0 ? (
          <Field label="Board category" optional error={errors.boardCategoryId?.message}>
            {(field) => (
              <NativeSelect {...field} {...register("boardCategoryId")}>
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
    </>
  );
}

/** Private boards, which only admins get to see, stand apart. */
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
      {privateOptions.length > 0 ? <optgroup label="Private Boards">{privateOptions}</optgroup> : null}
    </>
  );
}
