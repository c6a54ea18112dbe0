import { FEEDBACK_STATUS_LABELS, FEEDBACK_STATUSES } from "#contract/feedbackLabels.ts";

/** The five statuses as choices of a menu. */
export const STATUS_CHOICES = FEEDBACK_STATUSES.map((value) => ({
  value,
  label: FEEDBACK_STATUS_LABELS[value],
}));
