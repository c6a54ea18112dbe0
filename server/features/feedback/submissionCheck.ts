import type { BodyOf, ResponseOf } from "#contract/endpoint.ts";
import type { feedbackApi } from "#contract/feedback.ts";
import type { submissionCheckApi } from "#contract/submissionCheck.ts";
import type { TenantContext } from "#server/platform/access/guards.ts";
import { isAnonymous } from "#server/platform/access/isAnonymous.ts";
import { acceptSolution, issueChallenge } from "#server/platform/proofOfWork/challenges.ts";
import { byAnonymousSubscriber } from "#server/platform/routing/callLimits.ts";
import { findModerationLevel } from "./mustWait.queries.ts";

/**
 * Minimum number of seconds between challenge and submission. A faster submission is possible spam.
 */
const LEAST_SECONDS = 3;

/**
 * Rate limit of challenges. It is twice the limit of anonymous submissions, because some visitors
 * close the dialog without submitting.
 */
export const challengeLimit = byAnonymousSubscriber({
  name: "challenge-ip",
  attempts: 60,
  windowSeconds: 60 * 60,
});

/**
 * Returns a challenge for an anonymous visitor. Returns null as the challenge for a signed-in user,
 * and for everybody if the company's moderation is off.
 */
export async function readSubmissionCheck(
  context: TenantContext,
): Promise<ResponseOf<typeof submissionCheckApi.get>> {
  const { database, db, tenantId: companyId } = context;
  const isChecked =
    isAnonymous(context) &&
    (await db.first(findModerationLevel, { companyId }))?.moderation !== "off";
  return { challenge: isChecked ? await issueChallenge(database.system, companyId) : null };
}

/**
 * Whether a submission of an anonymous visitor has a solved challenge and an empty honeypot, and
 * was not written too fast (docs/decisions/0049-checks-of-anonymous-posts.md).
 */
export async function passesCheck(
  { database, tenantId }: TenantContext,
  { altcha, website }: Pick<BodyOf<typeof feedbackApi.create>, "altcha" | "website">,
): Promise<boolean> {
  if (website || altcha === undefined) return false;
  return acceptSolution(database.system, tenantId, { altcha, leastSeconds: LEAST_SECONDS });
}
