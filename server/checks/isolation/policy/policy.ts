import { accountPolicy } from "./accountPolicy.ts";
import { changelogPolicy } from "./changelogPolicy.ts";
import { consolePolicy } from "./consolePolicy.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { portalPolicy } from "./portalPolicy.ts";
import { signedTokenPolicy } from "./signedTokenPolicy.ts";
import { signOnPolicy } from "./signOnPolicy.ts";
import { webhookPolicy } from "./webhookPolicy.ts";

/** The expected status codes of all routes (docs/product-decisions.md "Who may call what"). */
export const POLICY: AccessPolicy = {
  ...accountPolicy,
  ...portalPolicy,
  ...changelogPolicy,
  ...consolePolicy,
  ...signOnPolicy,
  ...webhookPolicy,
  ...signedTokenPolicy,
};
