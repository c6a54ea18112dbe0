import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { useRef, useState } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import type { ChoiceField, FieldChoice } from "#web/app/api/useFieldChoices.ts";
import { choice, useFieldChoices } from "#web/app/api/useFieldChoices.ts";
import { changeItems } from "#web/features/feedback/triage/changeItems.ts";
import { ChoiceMenu } from "#web/features/feedback/triage/ChoiceMenu.tsx";
import { STATUS_CHOICES } from "#web/features/feedback/triage/StatusMenu.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { ChevronDown } from "#web/ui/icons.ts";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";
import { PropertyLabel, PropertyList, StateBadges } from "./ItemProperties.tsx";
import { StatusDialog } from "./StatusDialog.tsx";

/**
 * The properties of an item that admins change, each with a menu. A chosen value is saved at once
 * and can be undone. A new status is saved by a dialog, which asks for a note.
 */
export function PropertyMenus({ item }: { item: FeedbackDetail }) {
  const fields = useFieldChoices().filter(hasChoices);
  return (
    <PropertyList>
      {fields.map((field) => (
        <li key={field.name} className="min-w-0 max-sm:grow">
          {field.name === "status" ? (
            <StatusProperty item={item} field={field} />
          ) : (
            <SavedProperty item={item} field={field} />
          )}
        </li>
      ))}
    </PropertyList>
  );
}

const hasChoices = ({ name, choices }: ChoiceField) =>
  name === "assigneeId" || choices.some(({ value }) => value !== "");

interface PropertyProps {
  item: FeedbackDetail;
  field: ChoiceField;
}

function StatusProperty({ item, field }: PropertyProps) {
  const dialog = useDialogState<(typeof STATUS_CHOICES)[number]>();
  return (
    <>
      <ChoiceMenu
        label={field.label}
        choices={STATUS_CHOICES}
        value={item.status}
        onChoose={dialog.open}
        button={
          <PropertyButton field={field}>
            <StateBadges item={item} />
          </PropertyButton>
        }
      />
      <OpenDialog state={dialog}>
        {(status, frame) => <StatusDialog {...frame} item={item} status={status} />}
      </OpenDialog>
    </>
  );
}

function SavedProperty({ item, field }: PropertyProps) {
  const { name, label, isIncomplete } = field;
  const choices = choicesOf(field, item);
  const { chosen, choose } = useSavedChoice(item, label);
  const value = chosen?.value ?? String(item[name] ?? "");
  const shown = choices.find((each) => each.value === value);
  const isPerson = name === "assigneeId" && value !== "";
  return (
    <>
      <ChoiceMenu
        label={label}
        choices={choices}
        value={value}
        onChoose={choose}
        button={
          <PropertyButton field={field}>
            {/* Below 1024 px, where no label is beside it, "Nobody" alone would say nothing. */}
            <span className={value === "" ? "text-muted lg:sr-only" : "sr-only"}>{label}: </span>
            {isPerson ? (
              <Avatar name={shown?.person ?? shown?.label} picture={shown?.picture} size="sm" />
            ) : null}
            <bdi className={value === "" ? "truncate text-muted" : "truncate"}>{shown?.label}</bdi>
          </PropertyButton>
        }
      />
      {isIncomplete ? (
        <p role="alert" className="text-xs text-danger-text">
          The admins could not be loaded.
        </p>
      ) : null}
    </>
  );
}

interface PropertyButtonProps extends ComponentProps<"button"> {
  field: ChoiceField;
}

/** The button of a property's menu. The menu passes further attributes to it. */
function PropertyButton({ field, children, ...button }: PropertyButtonProps) {
  const isHydrated = useHydrated();
  return (
    <button
      type="button"
      data-key={field.shortcut}
      // The menu does not open before hydration.
      disabled={!isHydrated}
      className="flex min-h-10 md:min-h-8 w-full max-w-full items-center gap-2 rounded-lg border border-line px-2 text-left hover:bg-hover lg:border-transparent"
      {...button}
    >
      <PropertyLabel>{field.label}</PropertyLabel>
      {children}
      <ChevronDown
        aria-hidden="true"
        className="ml-auto size-4 shrink-0 text-muted max-lg:hidden"
      />
    </button>
  );
}

/**
 * Saves chosen values, one after the other. Until a value is saved, `chosen` is this value.
 */
function useSavedChoice(item: FeedbackDetail, label: string) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<FieldChoice | null>(null);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  const choose = (next: FieldChoice) => {
    setChosen(next);
    saving.current = saving.current
      .then(() =>
        changeItems(client, [item], next.change, () => ({ title: `${label}: ${next.label}` })),
      )
      .then(() => setChosen((latest) => (latest === next ? null : latest)));
  };
  return { chosen, choose };
}

/**
 * Returns the choices of a field with the item's present value, which is not listed if it is an
 * assignee who is no longer an admin, and while the choices are loading.
 */
function choicesOf({ name, choices }: ChoiceField, item: FeedbackDetail): readonly FieldChoice[] {
  const present = item[name];
  const all = choices.map((each) =>
    each.isPrivate ? { ...each, label: `${each.label} (private)` } : each,
  );
  if (all.some(({ value }) => value === String(present ?? ""))) return all;
  const { assignee } = item;
  const label = name === "assigneeId" && assignee ? (assignee.fullName ?? "No name") : "…";
  const shown = { ...choice(name, present, label), picture: assignee?.pictureUrl ?? null };
  return all.toSpliced(1, 0, shown);
}
