import { FEEDBACK_STATUS_LABELS, FEEDBACK_STATUSES } from "#contract/feedbackLabels.ts";
import { STATUS_TONES } from "../StatusBadge.tsx";

/** The five statuses as choices of a menu. */
export const STATUS_CHOICES = FEEDBACK_STATUSES.map((value) => ({
  value,
  label: FEEDBACK_STATUS_LABELS[value],
  tone: value === "new" ? ("hollow" as const) : STATUS_TONES[value],
}));
