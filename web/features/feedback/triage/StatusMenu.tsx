import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useEffect, useState } from "react";
import { FEEDBACK_STATUS_LABELS, FEEDBACK_STATUSES } from "#contract/feedbackLabels.ts";
import type { Audience } from "#contract/statusNotifications.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { DropdownMenuCheckboxItem, DropdownMenuSeparator } from "#web/ui/DropdownMenu.tsx";
import { peopleLabel } from "#web/ui/peopleLabel.ts";
import { STATUS_TONES } from "../StatusBadge.tsx";
import type { FieldChange } from "./changeItems.ts";
import { ChoiceMenu } from "./ChoiceMenu.tsx";

interface StatusMenuProps {
  /** Id of the item that changes; null if several items change. */
  feedbackId: number | null;
  /** The current status; '' if no status is marked as chosen. */
  value: string;
  /** @param label the label of the new status */
  onChange: (change: FieldChange, label: string) => void;
  button: ReactElement;
}

/** A menu of statuses. Its last item turns the notifications of the change off. */
export function StatusMenu({ feedbackId, value, onChange, button }: StatusMenuProps) {
  const [isNotifying, setIsNotifying] = useState(true);
  return (
    <ChoiceMenu
      label="Status"
      choices={STATUS_CHOICES}
      value={value}
      onChoose={(choice) => {
        const status = STATUS_CHOICES.find((each) => each.value === choice.value)?.value;
        onChange(isNotifying ? { status } : { status, notify: false }, choice.label);
      }}
      button={button}
    >
      <DropdownMenuSeparator />
      <NotifyItem feedbackId={feedbackId} isNotifying={isNotifying} onChange={setIsNotifying} />
    </ChoiceMenu>
  );
}

interface NotifyItemProps {
  feedbackId: number | null;
  isNotifying: boolean;
  onChange: (isNotifying: boolean) => void;
}

function NotifyItem({ feedbackId, isNotifying, onChange }: NotifyItemProps) {
  // People are notified unless the admin turns this off each time.
  useEffect(() => onChange(true), [onChange]);
  const { data } = useQuery({
    ...apiQuery("/api/feedback/:id/audience", { params: { id: feedbackId ?? 0 } }),
    enabled: feedbackId !== null,
    staleTime: 0,
  });
  return (
    <DropdownMenuCheckboxItem
      checked={isNotifying}
      onCheckedChange={onChange}
      disabled={data?.total === 0}
    >
      {labelOf(data)}
    </DropdownMenuCheckboxItem>
  );
}

function labelOf(audience: Audience | undefined): string {
  if (!audience) return "Notify followers";
  const { total, isCapped } = audience;
  return total === 0 ? "Nobody else follows this item" : `Notify ${peopleLabel(total, isCapped)}`;
}

/** The five statuses as choices of a menu. */
export const STATUS_CHOICES = FEEDBACK_STATUSES.map((value) => ({
  value,
  label: FEEDBACK_STATUS_LABELS[value],
  tone: value === "new" ? ("hollow" as const) : STATUS_TONES[value],
}));
