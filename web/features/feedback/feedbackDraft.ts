import { keepDraft, readDraft } from "#web/ui/drafts.ts";
import type { FeedbackFormValues as Values } from "./feedbackForm.ts";
import { EMPTY_FORM, FeedbackFormValues, isBlank } from "./feedbackForm.ts";

/** The draft of each company is stored separately. */
const nameOf = (tenantId: number | null) => `feedback:${String(tenantId ?? "none")}`;

/** Returns the stored draft; null if no draft is stored. */
export function readFeedbackDraft(tenantId: number | null): Values | null {
  const text = readDraft(nameOf(tenantId));
  if (text === "") return null;
  // An earlier version of the portal may have stored the draft in another format. Such a draft is
  // ignored.
  return FeedbackFormValues.safeParse(JSON.parse(text)).data ?? null;
}

/** Sets the title of the draft. The other fields of a stored draft do not change. */
export function startFeedbackDraft(tenantId: number | null, title: string): void {
  keepFeedbackDraft(tenantId, { ...(readFeedbackDraft(tenantId) ?? EMPTY_FORM), title });
}

/** Stores the draft. A blank draft is removed. */
export function keepFeedbackDraft(tenantId: number | null, values: Values): void {
  keepDraft(nameOf(tenantId), isBlank(values) ? "" : JSON.stringify(values));
}

/** Removes the stored draft. */
export function forgetFeedbackDraft(tenantId: number | null): void {
  keepDraft(nameOf(tenantId), "");
}
