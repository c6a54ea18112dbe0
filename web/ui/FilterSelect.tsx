import type { ComponentProps } from "react";
import { useRef } from "react";
import { NativeSelect } from "./NativeSelect.tsx";
import { useInputBeforeHydration } from "./useInputBeforeHydration.ts";

interface FilterSelectProps extends Omit<ComponentProps<typeof NativeSelect>, "ref" | "onChange"> {
  /** What is in force; one of the options. */
  value: string;
  /** Gets what is chosen, before the page is hydrated as well. */
  onChoose: (value: string) => void;
}

/** A select that takes effect at once, in a form with `autoComplete="off"`. */
export function FilterSelect({ value, onChoose, ...select }: FilterSelectProps) {
  const field = useRef<HTMLSelectElement>(null);
  useInputBeforeHydration(field, value, onChoose);
  return (
    <NativeSelect
      {...select}
      ref={field}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}
