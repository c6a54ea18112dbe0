import type { ReportReason } from "#contract/reports.ts";

export const REASON_LABELS: Record<ReportReason, string> = {
  spam: "Spam",
  abuse: "Abuse",
  personal_data: "Personal data",
  other: "Other",
};
