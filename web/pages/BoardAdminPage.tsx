import { preloadViews } from "#web/features/feedback/savedViews/preloadViews.ts";
import { LIST_TOOLS } from "#web/features/feedback/triage/listTools.tsx";
import { BoardScreen, preloads as preloadList } from "./BoardPage.tsx";
import type { PageContext } from "./pageModule.ts";

/** Preloads what every viewer sees, and the saved views in the sidebar. */
export async function preloads(context: PageContext): Promise<404 | void> {
  const [loaded] = await Promise.all([preloadList(context), preloadViews(context)]);
  return loaded;
}

/** The page /board/{slug} for admins. */
export function Component() {
  return <BoardScreen tools={LIST_TOOLS} />;
}
