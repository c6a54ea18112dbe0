import { LIST_TOOLS } from "#web/features/feedback/triage/listTools.tsx";
import { FeedbackScreen } from "./FeedbackPage.tsx";

export { preloads } from "./FeedbackPage.tsx";

/** The page /feedback for admins. */
export function Component() {
  return <FeedbackScreen tools={LIST_TOOLS} />;
}
