import type { PageModule } from "#web/pages/pageModule.ts";
import { loadAllStyles } from "#web/ui/loadAllStyles.ts";

/**
 * The pages that visitors rarely open. This is a module of its own, so that the entry script does
 * not contain the URLs of all these files, and the visitors' stylesheet not their classes
 * (scripts/visitorsStyles.mjs).
 */
const otherPages = import.meta.glob<PageModule>([
  "../pages/*Page.tsx",
  "!../pages/{Board,Feedback,FeedbackDetail,Landing,Login,Roadmap}Page.tsx",
]);

/** Imports one of these pages, and loads the stylesheet of all pages if the document lacks it. */
export async function importOtherPage(file: string): Promise<PageModule> {
  const importPage = otherPages[file];
  if (!importPage) throw new Error(`There is no page ${file}`);
  const [page] = await Promise.all([importPage(), import.meta.env.SSR || loadAllStyles()]);
  return page;
}
