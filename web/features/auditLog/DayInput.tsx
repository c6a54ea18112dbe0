import { useRef } from "react";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useDebouncedText } from "#web/ui/useDebounced.ts";
import { useInputBeforeHydration } from "#web/ui/useHydrated.ts";

interface DayInputProps {
  label: "From" | "To";
  /** A day such as 2026-01-31; empty if no day is chosen. */
  value: string;
  onChange: (day: string) => void;
}

/** The input for the first or last day of the time range. */
export function DayInput({ label, value, onChange }: DayInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const [day, setDay] = useDebouncedText(value, onChange);
  useInputBeforeHydration(field, day, setDay);
  return (
    <TextInput
      ref={field}
      type="date"
      aria-label={`${label} date`}
      start={<span aria-hidden="true">{label}</span>}
      className="min-w-48 flex-1 sm:w-auto sm:flex-none"
      value={day}
      onChange={({ target }) => setDay(target.value)}
    />
  );
}
