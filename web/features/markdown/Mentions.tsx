import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useEffect, useEffectEvent, useId, useState } from "react";
import type { Assignee } from "#contract/assignees.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { cn } from "#web/ui/cn.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { applyEdit, selectedIn } from "./markdownEdits.ts";
import type { TypedMention } from "./typedMention.ts";
import { typedMention } from "./typedMention.ts";

export interface MentionsProps {
  area: RefObject<HTMLTextAreaElement | null>;
}

const MAX_SHOWN = 8;

/**
 * The list of teammates that opens while somebody types a name after `@`. The focus stays in the
 * field: the arrow keys choose, Enter or Tab inserts the name, Escape closes the list.
 */
export function Mentions({ area }: MentionsProps) {
  const listId = useId();
  const { shown, active, insert } = useTypedMention(area);
  const optionId = (id: number) => `${listId}-${String(id)}`;
  useListAttributes(area, { listId, activeId: active && optionId(active.id) });
  return (
    <>
      <p role="status" className="sr-only">
        {active ? `${countLabel(shown.length, "teammate")}. Choose with the arrow keys.` : ""}
      </p>
      {active ? (
        <div
          id={listId}
          role="listbox"
          aria-label="Teammates"
          tabIndex={-1}
          className="absolute top-full z-50 mt-1 w-64 max-w-full rounded-xl border bg-raised p-1 shadow-float"
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {shown.map((teammate) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are handled in the field, which keeps the focus
            <div
              key={teammate.id}
              id={optionId(teammate.id)}
              role="option"
              aria-selected={teammate === active}
              className={cn(
                "flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-sm hover:bg-hover",
                teammate === active && "bg-hover",
              )}
              onClick={() => insert(teammate)}
            >
              <Avatar name={teammate.fullName} picture={teammate.pictureUrl} size="sm" />
              <bdi className="truncate">{teammate.fullName}</bdi>
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}

/**
 * Returns the teammates who fit the name that is being typed, the one that Enter inserts, and the
 * function that inserts a name.
 */
function useTypedMention(area: MentionsProps["area"]) {
  const { data: teammates = [] } = useQuery(apiQuery("/api/assignees"));
  const [typed, setTyped] = useState<TypedMention | null>(null);
  const [chosen, setChosen] = useState(0);
  const shown = typed ? fitting(teammates, typed.name) : [];
  const active = shown[Math.min(chosen, shown.length - 1)];
  const insert = ({ fullName }: Assignee) => {
    const field = area.current;
    if (!field || !typed) return;
    const text = `@${fullName ?? ""} `;
    const caret = typed.from + text.length;
    applyEdit(field, { ...typed, text, selectFrom: caret, selectTo: caret });
    setTyped(null);
  };
  const read = useEffectEvent(() => {
    const field = area.current;
    const isFocused = field !== null && document.activeElement === field;
    setTyped(isFocused ? typedMention(selectedIn(field)) : null);
    setChosen(0);
  });
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    if (!active || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: shown.length - 1 }[event.key];
    if (step !== undefined) setChosen((shown.indexOf(active) + step) % shown.length);
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) insert(active);
    else if (event.key === "Escape") setTyped(null);
    else return;
    // Neither the form nor a dialog handles the key.
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useEffect(() => {
    const field = area.current;
    if (!field) return undefined;
    const handled = new AbortController();
    const { signal } = handled;
    // Also a click that moves the caret changes what stands before it.
    for (const type of ["input", "click", "blur"])
      field.addEventListener(type, () => read(), { signal });
    field.addEventListener("keydown", (event) => pressKey(event), { signal, capture: true });
    // The `@` was possibly typed before this code was loaded.
    const timer = setTimeout(() => read());
    return () => {
      clearTimeout(timer);
      handled.abort();
    };
  }, [area]);
  return { shown, active, insert };
}

interface ListIds {
  readonly listId: string;
  /** Undefined while the list is closed. */
  readonly activeId: string | undefined;
}

/** Tells assistive technology which option of the list Enter inserts. */
function useListAttributes(area: MentionsProps["area"], { listId, activeId }: ListIds): void {
  useEffect(() => {
    const field = area.current;
    if (!field || activeId === undefined) return undefined;
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", listId);
    field.setAttribute("aria-activedescendant", activeId);
    return () => {
      for (const name of ["autocomplete", "controls", "activedescendant"])
        field.removeAttribute(`aria-${name}`);
    };
  }, [area, listId, activeId]);
}

/** Returns the first teammates whose name, or a part of it, begins with what was typed. */
function fitting(teammates: readonly Assignee[], typed: string): Assignee[] {
  const start = typed.toLowerCase();
  return teammates
    .filter(({ fullName }) => {
      const name = fullName?.toLowerCase() ?? "";
      // A name that is complete needs no list.
      return name !== "" && name !== start && ` ${name}`.includes(` ${start}`);
    })
    .slice(0, MAX_SHOWN);
}
