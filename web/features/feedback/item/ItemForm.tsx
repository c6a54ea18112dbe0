import type { KeyboardEvent, RefObject } from "react";
import { useRef } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import type { ChoiceField, FieldChoice } from "#web/app/api/useFieldChoices.ts";
import { choice, useFieldChoices } from "#web/app/api/useFieldChoices.ts";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Field } from "#web/ui/Field.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { useGoOn } from "./ItemNeighbors.tsx";
import { StatusAudience } from "./StatusAudience.tsx";
import { useItemForm } from "./useItemForm.ts";

/**
 * The form that changes an item's status, board, category, topic and assignee. A change of status
 * can have a public note. Every status can follow every other status (docs/product-decisions.md
 * "Feedback").
 */
export function ItemForm({ item }: { item: FeedbackDetail }) {
  const goOn = useGoOn(item.id);
  const form = useItemForm(item, goOn);
  const fields = useFieldChoices().filter(hasChoices);
  const changedLast = useRef<HTMLSelectElement>(null);
  const isSavable = form.hasChanges || form.isPending;
  useUnsavedChanges(form.hasChanges);
  const pressKey = (event: KeyboardEvent) => {
    const { isComposing } = event.nativeEvent;
    if (event.key === "Escape" && event.target instanceof HTMLSelectElement) event.target.blur();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing) return;
    event.preventDefault();
    if (form.hasChanges) form.save({ goesOn: event.shiftKey && goOn !== null });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.save({ goesOn: false });
      }}
      onKeyDownCapture={pressKey}
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        {fields.map((field) => (
          <ItemSelect
            key={field.name}
            field={field}
            item={item}
            form={form}
            changedLast={changedLast}
          />
        ))}
      </div>
      <div className={cn("flex flex-col gap-3", isSavable && "mt-4")}>
        <StatusAudience
          feedbackId={item.id}
          isAsked={form.newStatus !== undefined}
          isSilent={form.notice.isSilent}
          onChange={form.notice.setSilent}
        />
        {/*
          The note field stays while it has text, even if another admin has changed the status.
        */}
        {form.newStatus !== undefined || form.note.trim() !== "" ? (
          <PublicNote form={form} changedLast={changedLast} />
        ) : null}
        {isSavable ? (
          <SaveButtons form={form} hasNext={goOn !== null} changedLast={changedLast} />
        ) : null}
      </div>
    </form>
  );
}

interface PartProps {
  form: ReturnType<typeof useItemForm>;
  /**
   * The select that the admin changed last. This select gets the focus when the note field and the
   * buttons are removed.
   */
  changedLast: RefObject<HTMLSelectElement | null>;
}

const hasChoices = ({ name, choices }: ChoiceField) =>
  name === "assigneeId" || choices.some(({ value }) => value !== "");

/**
 * Returns the choices of a field with the item's present value, which is not listed if it is an
 * assignee who is no longer an admin, and while the choices are loading.
 */
function choicesOf({ name, choices }: ChoiceField, item: FeedbackDetail) {
  const present = item[name];
  if (choices.some(({ value }) => value === String(present ?? ""))) return choices;
  const { assignee } = item;
  const label = name === "assigneeId" && assignee ? (assignee.fullName ?? "No name") : "…";
  return choices.toSpliced(1, 0, choice(name, present, label));
}

function labelOf(name: ChoiceField["name"], { value, label, isPrivate }: FieldChoice): string {
  if (name === "boardCategoryId" && value === "") return "None";
  return isPrivate ? `${label} (private)` : label;
}

interface ItemSelectProps extends PartProps {
  field: ChoiceField;
  item: FeedbackDetail;
}

function ItemSelect({ field, item, form, changedLast }: ItemSelectProps) {
  const { name, label, shortcut, isIncomplete } = field;
  const choices = choicesOf(field, item);
  const error = isIncomplete ? "The admins could not be loaded." : undefined;
  return (
    <Field label={label} error={form.errorOf(name) ?? error}>
      {(control) => (
        <NativeSelect
          {...control}
          data-key={shortcut}
          value={String(form.values[name] ?? "")}
          onChange={({ target }) => {
            changedLast.current = target;
            const chosen = choices.find(({ value }) => value === target.value);
            if (chosen) form.choose(chosen.change);
          }}
        >
          {choices.map((each) => (
            <option key={each.value} value={each.value}>
              {labelOf(name, each)}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

function PublicNote({ form, changedLast }: PartProps) {
  useFocusWhenLost(changedLast);
  return (
    <Field
      label="Public note"
      optional
      error={form.errorOf("note")}
      help="Everyone who sees this item can read it."
    >
      {(control) => (
        <TextArea
          rows={3}
          {...control}
          value={form.note}
          onChange={(event) => form.writeNote(event.target.value)}
        />
      )}
    </Field>
  );
}

function SaveButtons({ form, hasNext, changedLast }: PartProps & { hasNext: boolean }) {
  useFocusWhenLost(changedLast);
  const { isPending, goesOn } = form;
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" pending={isPending && !goesOn} pendingLabel="Saving...">
        Save
      </Button>
      {hasNext ? (
        <Button
          variant="secondary"
          pending={isPending && goesOn}
          pendingLabel="Saving..."
          onClick={() => form.save({ goesOn: true })}
        >
          Save and next
        </Button>
      ) : null}
    </div>
  );
}
