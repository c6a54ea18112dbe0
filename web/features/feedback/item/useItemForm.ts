import { useRef, useState } from "react";
import type { ApiError } from "#contract/errors.ts";
import type { FeedbackDetail, FeedbackStatus } from "#contract/feedback.ts";
import { FeedbackChanges } from "#contract/feedback.ts";
import { BULK_FIELDS } from "#contract/feedbackFields.ts";
import type { ItemValues } from "#web/app/api/useFieldChoices.ts";
import { useFeedbackUpdate } from "./useFeedbackUpdate.ts";

/**
 * Manages the form that changes an item. If another admin changes the item, values that this admin
 * has not changed are updated. Changes that the admin makes while the form is being saved stay in
 * the form.
 * @param goOn called after 'Save and next', unless the admin changed something while the form was
 * being saved
 */
export function useItemForm(item: FeedbackDetail, goOn: (() => void) | null) {
  const [chosen, setChosen] = useState<Partial<ItemValues>>({});
  const [note, setNote] = useState("");
  const [errors, setErrors] = useState<ApiError["fieldErrors"]>({});
  const [goesOn, setGoesOn] = useState(false);
  const sentNote = useRef("");
  const changes = changesOf(chosen, item);
  const notice = useNotice(changes.status);
  const update = useFeedbackUpdate({
    isShown: isShownAtFields,
    onSuccess: (saved) => {
      const rest = changesOf(chosen, saved);
      const isNoteSent = note === sentNote.current;
      setChosen(rest);
      if (isNoteSent) setNote("");
      notice.forget(saved.status);
      if (goesOn && isNoteSent && Object.keys(rest).length === 0) goOn?.();
    },
  });
  const choose = (choice: Partial<ItemValues>) => {
    const all = { ...chosen, ...choice };
    // While the form is being saved, `item` still has the old values. If the admin chooses an old
    // value again during this time, the choice must be stored although it equals the value in
    // `item`.
    setChosen(update.isPending ? all : changesOf(all, item));
    setErrors({});
  };
  const save = (how: { goesOn: boolean }) => {
    if (update.isPending) return;
    const notify = notice.isSilent ? false : undefined;
    const body = FeedbackChanges.safeParse({ ...changes, note: note.trim() || undefined, notify });
    setErrors(fieldErrorsOf(body.error));
    if (!body.success) return;
    sentNote.current = note;
    setGoesOn(how.goesOn);
    update.mutate(
      { params: { id: item.id }, body: body.data },
      { onError: ({ fieldErrors }) => setErrors(fieldErrors) },
    );
  };
  const writeNote = (text: string) => {
    setNote(text);
    setErrors({});
  };
  return {
    values: { ...item, ...chosen },
    newStatus: changes.status,
    hasChanges: Object.keys(changes).length > 0 || note.trim() !== "",
    note,
    notice,
    errorOf: (field: keyof ItemValues | "note") => errors[field]?.[0],
    isPending: update.isPending,
    /** Whether the next item is opened once the form is saved. */
    goesOn,
    choose,
    writeNote,
    save,
  };
}

/** Manages the admin's choice to notify nobody of the chosen status. */
function useNotice(newStatus: FeedbackStatus | undefined) {
  const [silentStatus, setSilentStatus] = useState<FeedbackStatus | null>(null);
  return {
    isSilent: newStatus !== undefined && newStatus === silentStatus,
    setSilent: (isChosen: boolean) => setSilentStatus(isChosen ? (newStatus ?? null) : null),
    /** Resets the choice to notify nobody, unless another status was chosen meanwhile. */
    forget: (saved: FeedbackStatus) => {
      if (silentStatus === saved) setSilentStatus(null);
    },
  };
}

/** Returns the chosen values that differ from the item's values. */
function changesOf(chosen: Partial<ItemValues>, item: ItemValues): Partial<ItemValues> {
  const names = Object.keys(chosen) as (keyof ItemValues)[];
  const changed = names.filter((name) => chosen[name] !== item[name]);
  return Object.fromEntries(changed.map((name) => [name, chosen[name]]));
}

function isShownAtFields({ fieldErrors }: ApiError): boolean {
  const names = Object.keys(fieldErrors);
  const shown: readonly string[] = ["note", ...BULK_FIELDS];
  return names.length > 0 && names.every((name) => shown.includes(name));
}

type ParseError = NonNullable<ReturnType<typeof FeedbackChanges.safeParse>["error"]>;

/** Returns the error messages by field, in the format of the server's response. */
function fieldErrorsOf(error: ParseError | undefined): ApiError["fieldErrors"] {
  const issues = error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), [message]]));
}
