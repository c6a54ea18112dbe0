import type { FeedbackFormValues as Values } from "./feedbackForm.ts";
import { FeedbackFormValues, isBlank } from "./feedbackForm.ts";

/** Keeps unsent feedback over closing, reload and sign-in, in this tab only; one draft a portal. */
const keyOf = (tenantId: number | null) => `feedback-draft:${String(tenantId ?? "none")}`;

/** The draft; null where there is none or the browser keeps nothing. */
export function readFeedbackDraft(tenantId: number | null): Values | null {
  try {
    const kept = FeedbackFormValues.safeParse(JSON.parse(sessionStorage.getItem(keyOf(tenantId)) ?? ""));
    return kept.success ? kept.data : null;
  } catch {
    return null;
  }
}

/** Keeps the draft; a blank one is forgotten. */
export function keepFeedbackDraft(tenantId: number | null, values: Values): void {
  try {
    if (isBlank(values)) sessionStorage.removeItem(keyOf(tenantId));
    else sessionStorage.setItem(keyOf(tenantId), JSON.stringify(values));
  } catch {
    // A browser that keeps nothing still submits.
  }
}

/** Forgets the draft once it is sent. */
export function forgetFeedbackDraft(tenantId: number | null): void {
  try {
    sessionStorage.removeItem(keyOf(tenantId));
  } catch {
    // There was nothing kept.
  }
}
