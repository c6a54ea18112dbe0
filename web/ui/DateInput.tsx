import type { ComponentProps, KeyboardEvent, RefObject } from "react";
import { useRef, useState } from "react";
import { Calendar } from "./adminIcons.ts";
import { lazyWindow } from "./lazyComponent.tsx";
import { TextInput } from "./TextInput.tsx";

const loadCalendar = async () => (await import("./CalendarPopover.tsx")).CalendarPopover;
const CalendarPopover = lazyWindow(loadCalendar, { atIdle: false });

interface DateInputProps extends Omit<
  ComponentProps<typeof TextInput>,
  "type" | "end" | "ref" | "value" | "onChange"
> {
  /** A day such as 2026-01-31; empty if no day is chosen. */
  value: string;
  onChange: (day: string) => void;
  /** The first and the last day that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  ref?: RefObject<HTMLInputElement | null>;
}

/**
 * A field for a day. It is the browser's own field, which shows and takes the day in the reader's
 * form and works without JavaScript. Its calendar is ours, except on touch devices.
 */
export function DateInput({ value, onChange, ref, ...props }: DateInputProps) {
  const [isOpen, setIsOpen] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  const button = useRef<HTMLButtonElement>(null);
  const openByKey = (event: KeyboardEvent) => {
    // The keys that open the browser's calendar.
    const isKey =
      event.key === " " || event.key === "F4" || (event.altKey && event.key === "ArrowDown");
    if (!isKey || !hasFinePointer()) return;
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <>
      <TextInput
        {...props}
        ref={input}
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={openByKey}
        // In Firefox, a click into the field opens the browser's calendar.
        onClickCapture={(event) => hasFinePointer() && event.preventDefault()}
        inputClassName="not-noscript:pointer-fine:[&::-webkit-calendar-picker-indicator]:hidden"
        end={
          <button
            ref={button}
            type="button"
            aria-label="Open the calendar"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            disabled={props.disabled}
            onClick={() => setIsOpen(!isOpen)}
            className="-mr-3 grid size-10 place-items-center rounded-lg text-muted hover:text-ink pointer-coarse:hidden noscript:hidden"
          >
            <Calendar aria-hidden="true" />
          </button>
        }
      />
      <CalendarPopover
        open={isOpen}
        onOpenChange={setIsOpen}
        anchor={button}
        field={input}
        value={value}
        onChoose={onChange}
        min={props.min}
        max={props.max}
      />
    </>
  );
}

const hasFinePointer = () => window.matchMedia("(pointer: fine)").matches;
