import type { PageModule } from "#web/pages/pageModule.ts";

/**
 * Imports the pages that visitors rarely open. This is a module of its own, so that the entry
 * script does not contain the URLs of all these files.
 */
export const otherPages = import.meta.glob<PageModule>([
  "../pages/*Page.tsx",
  "!../pages/{Board,Changelog,Feedback,FeedbackDetail,Landing,Login,NotFound,Roadmap}Page.tsx",
]);
