import { accountPolicy } from "./accountPolicy.ts";
import { changelogPolicy } from "./changelogPolicy.ts";
import { consolePolicy } from "./consolePolicy.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { boardPolicy } from "./boardPolicy.ts";
import { commentPolicy } from "./commentPolicy.ts";
import { feedbackPolicy } from "./feedbackPolicy.ts";
import { itemChangePolicy } from "./itemChangePolicy.ts";
import { moderationPolicy } from "./moderationPolicy.ts";
import { viewPolicy } from "./viewPolicy.ts";
import { votePolicy } from "./votePolicy.ts";
import { signedTokenPolicy } from "./signedTokenPolicy.ts";
import { signOnPolicy } from "./signOnPolicy.ts";
import { webhookPolicy } from "./webhookPolicy.ts";

/** The expected status codes of all routes (docs/product-decisions.md "Who may call what"). */
export const POLICY: AccessPolicy = {
  ...accountPolicy,
  ...boardPolicy,
  ...commentPolicy,
  ...feedbackPolicy,
  ...itemChangePolicy,
  ...moderationPolicy,
  ...viewPolicy,
  ...votePolicy,
  ...changelogPolicy,
  ...consolePolicy,
  ...signOnPolicy,
  ...webhookPolicy,
  ...signedTokenPolicy,
};
