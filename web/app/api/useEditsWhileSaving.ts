import { useRef } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** For a form that stays open, and can be typed in, while it is being saved: what was typed since it was sent is kept. */
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
    /** Whether the form holds something else than what was sent. */
    isAny: () => names().length > 0,
    /** What is saved becomes what the form starts from; what was typed meanwhile stays in it, unsaved. */
    applySaved: (saved: Values) => {
      const typed = names().map((name) => [name, getValues(name)] as const);
      reset(saved, { keepDirtyValues: false });
      for (const [name, value] of typed) setValue(name, value, { shouldDirty: true });
    },
  };
}
