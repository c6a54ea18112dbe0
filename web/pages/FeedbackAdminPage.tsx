import { preloadViews } from "#web/features/feedback/savedViews/preloadViews.ts";
import { LIST_TOOLS } from "#web/features/feedback/triage/listTools.tsx";
import { FeedbackScreen, preloads as preloadList } from "./FeedbackPage.tsx";
import type { PageContext } from "./pageModule.ts";

/** Preloads what every viewer sees, and the saved views in the sidebar. */
export async function preloads(context: PageContext): Promise<void> {
  const [loaded] = await Promise.all([preloadList(context), preloadViews(context)]);
  return loaded;
}

/** The page /feedback for admins. */
export function Component() {
  return <FeedbackScreen tools={LIST_TOOLS} />;
}
