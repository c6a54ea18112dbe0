import { LIST_TOOLS } from "#web/features/feedback/triage/listTools.tsx";
import { BoardScreen } from "./BoardPage.tsx";

export { preloads } from "./BoardPage.tsx";

/** The page /board/{slug} for admins. */
export function Component() {
  return <BoardScreen tools={LIST_TOOLS} />;
}
