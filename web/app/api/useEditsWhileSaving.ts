import { useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** Preserves edits that the user makes in a form while the form is being saved. */
export function useEditsWhileSaving<Values extends FieldValues>({
  getValues,
  reset,
  setValue,
}: Pick<UseFormReturn<Values>, "getValues" | "reset" | "setValue">) {
  const sent = useRef<Values>(null);
  const names = () =>
    Object.entries(getValues())
      .filter(([name, value]) => sent.current !== null && sent.current[name] !== value)
      .map(([name]) => name as Path<Values>);
  return {
    /** Must be called when the form is sent. */
    markSent: () => {
      sent.current = { ...getValues() };
    },
    /** Returns whether the form has changed since it was sent. */
    isAny: () => names().length > 0,
    /**
     * Makes the saved values the form's defaults. Edits made since the form was sent stay in the
     * form as unsaved changes.
     */
    applySaved: (saved: Values) => {
      const typed = names().map((name) => [name, getValues(name)] as const);
      reset(saved, { keepDirtyValues: false });
      for (const [name, value] of typed) setValue(name, value, { shouldDirty: true });
    },
  };
}
