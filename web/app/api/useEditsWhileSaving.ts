import { useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/**
 * For a form that can be edited while it is being saved: edits made after it was sent are not lost.
 */
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
    /** Call it when the form is sent. */
    markSent: () => {
      sent.current = { ...getValues() };
    },
    /** Whether the form has changed since it was sent. */
    isAny: () => names().length > 0,
    /** Makes the saved values the form's defaults. Later edits stay in the form, unsaved. */
    applySaved: (saved: Values) => {
      const typed = names().map((name) => [name, getValues(name)] as const);
      reset(saved, { keepDirtyValues: false });
      for (const [name, value] of typed) setValue(name, value, { shouldDirty: true });
    },
  };
}
