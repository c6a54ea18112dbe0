import { Popover as RadixPopover } from "radix-ui";
import type { RefObject } from "react";
import { useRef, useState } from "react";
import type { ClassNames, DayPickerProps } from "react-day-picker";
import { DayPicker } from "react-day-picker";
import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";
import { ChevronDown } from "./icons.ts";

interface CalendarPopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens and closes the calendar. */
  anchor: RefObject<HTMLElement | null>;
  /** The field that has the focus when the calendar has closed. */
  field: RefObject<HTMLElement | null>;
  /** A day such as 2026-01-31; empty if no day is chosen. */
  value: string;
  onChoose: (day: string) => void;
  min: string | undefined;
  max: string | undefined;
}

/** A popover with a calendar. */
export function CalendarPopover({
  open,
  onOpenChange,
  anchor,
  field,
  onChoose,
  ...days
}: CalendarPopoverProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
      <RadixPopover.Anchor virtualRef={anchor} />
      <RadixPopover.Content
        ref={content}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-label="Calendar"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          // The chosen day or today.
          content.current?.querySelector<HTMLElement>("[role=grid] [tabindex='0']")?.focus();
        }}
        onInteractOutside={(event) => {
          if (anchor.current?.contains(event.target as Node)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (document.activeElement === document.body) field.current?.focus();
        }}
        className={cn(
          "z-50 rounded-xl border bg-raised p-3 text-ink shadow-float outline-none",
          "data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in",
        )}
      >
        <Calendar
          {...days}
          onChoose={(day) => {
            onChoose(day);
            onOpenChange(false);
          }}
        />
      </RadixPopover.Content>
    </RadixPopover.Root>
  );
}

type CalendarProps = Pick<CalendarPopoverProps, "value" | "onChoose" | "min" | "max">;

/** A calendar of one month, in the reader's language and with the reader's first day of the week. */
function Calendar({ value, onChoose, min = "", max = "" }: CalendarProps) {
  const [now] = useState(() => new Date());
  const today = dayOf(now);
  const chosen = dateOf(value);
  const [first, last] = [dateOf(min), dateOf(max)];
  const isTodayAllowed = (min === "" || min <= today) && (max === "" || today <= max);
  return (
    <>
      <DayPicker
        mode="single"
        required
        showOutsideDays
        selected={chosen}
        onSelect={(date) => onChoose(dayOf(date))}
        defaultMonth={chosen ?? last ?? now}
        startMonth={first}
        endMonth={last}
        disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
        weekStartsOn={firstDayOfWeek()}
        formatters={FORMATTERS}
        labels={LABELS}
        classNames={CLASSES}
        components={COMPONENTS}
      />
      <div className="mt-2 flex justify-between">
        <Button variant="ghost" size="sm" onClick={() => onChoose("")} disabled={value === ""}>
          Clear
        </Button>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onChoose(today)}
          disabled={!isTodayAllowed}
        >
          Today
        </Button>
      </div>
    </>
  );
}

const monthName = (month: Date) => inWords(month, { month: "long", year: "numeric" });

const FORMATTERS: DayPickerProps["formatters"] = {
  formatCaption: monthName,
  formatWeekdayName: (date) => inWords(date, { weekday: "short" }),
};

const LABELS: DayPickerProps["labels"] = {
  labelGrid: monthName,
  labelWeekday: (date) => inWords(date, { weekday: "long" }),
  labelDayButton: (date, { selected, today }) => {
    const marks = [today ? ", today" : "", selected ? ", chosen" : ""];
    return inWords(date, { dateStyle: "full" }) + marks.join("");
  },
};

const COMPONENTS: DayPickerProps["components"] = {
  Chevron: ({ orientation }) => (
    <ChevronDown
      aria-hidden="true"
      className={cn("size-4", orientation === "left" ? "rotate-90" : "-rotate-90")}
    />
  ),
};

const STEP =
  "absolute top-0 grid size-9 place-items-center rounded-lg text-muted hover:bg-hover hover:text-ink aria-disabled:opacity-40";

const CLASSES: Partial<ClassNames> = {
  months: "relative",
  month_caption: "flex h-9 items-center justify-center text-sm font-semibold",
  button_previous: `${STEP} left-0`,
  button_next: `${STEP} right-0`,
  month_grid: "mt-1",
  weekday: "h-8 w-9 text-xs font-normal text-muted",
  day: "p-0 text-center text-sm",
  day_button:
    "grid size-9 cursor-pointer place-items-center rounded-lg tabular-nums hover:bg-hover disabled:cursor-default disabled:hover:bg-transparent",
  today: "font-semibold text-primary-text",
  outside: "text-muted",
  disabled: "opacity-40",
  selected: "*:bg-primary *:text-on-primary *:hover:bg-primary-hover",
};

/** Returns the local date of a day such as 2026-01-31; undefined if the text is no day. */
function dateOf(day: string): Date | undefined {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date);
}

/** Returns the day of a local date, such as 2026-01-31. */
function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const year = String(date.getFullYear()).padStart(4, "0");
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const inWords = (date: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, options).format(date);

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Returns the reader's first day of the week, where 0 is Sunday. Monday where it is unknown. */
function firstDayOfWeek(): Weekday {
  const locale = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale);
  const info =
    "getWeekInfo" in locale ? (locale.getWeekInfo as () => { firstDay: number })() : null;
  return ((info?.firstDay ?? 1) % 7) as Weekday;
}
