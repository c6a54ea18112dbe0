import type { AdminFilter } from "./feedbackFilters.ts";

/** The labels of the admins' filters. */
export const ADMIN_FILTER_LABELS: Record<AdminFilter, string> = {
  unanswered: "Unanswered",
  assigned: "Assigned to me",
};
