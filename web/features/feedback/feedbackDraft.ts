import { keepDraft, readDraft } from "#web/ui/drafts.ts";
import type { FeedbackFormValues as Values } from "./feedbackForm.ts";
import { FeedbackFormValues, isBlank } from "./feedbackForm.ts";

/** One draft a portal. */
const nameOf = (tenantId: number | null) => `feedback:${String(tenantId ?? "none")}`;

/** The draft of unsent feedback; null where there is none. */
export function readFeedbackDraft(tenantId: number | null): Values | null {
  const text = readDraft(nameOf(tenantId));
  if (text === "") return null;
  // An earlier version of the portal may have kept another shape.
  return FeedbackFormValues.safeParse(JSON.parse(text)).data ?? null;
}

/** Keeps the draft; a blank one is forgotten. */
export function keepFeedbackDraft(tenantId: number | null, values: Values): void {
  keepDraft(nameOf(tenantId), isBlank(values) ? "" : JSON.stringify(values));
}

/** Forgets the draft once it is sent. */
export function forgetFeedbackDraft(tenantId: number | null): void {
  keepDraft(nameOf(tenantId), "");
}
