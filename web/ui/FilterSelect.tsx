import type { ComponentProps } from "react";
import { useRef } from "react";
import { Select } from "./Select.tsx";
import { useInputBeforeHydration } from "./useHydrated.ts";

interface FilterSelectProps extends Omit<ComponentProps<typeof Select>, "ref" | "onChange"> {
  /** The current filter, which is the value of one of the options. */
  value: string;
  /** Called with the selected value, even if the user selected it before hydration. */
  onChoose: (value: string) => void;
}

/**
 * A select for a filter, which applies a selection at once. The form that contains the select needs
 * `autoComplete="off"`.
 */
export function FilterSelect({ value, onChoose, ...select }: FilterSelectProps) {
  const field = useRef<HTMLSelectElement>(null);
  useInputBeforeHydration(field, value, onChoose);
  return (
    <Select
      {...select}
      ref={field}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}
