import type { PageModule } from "#web/pages/pageModule.ts";

/**
 * Imports the pages that visitors rarely open. The first script does not contain the addresses of
 * their files.
 */
export const otherPages = import.meta.glob<PageModule>([
  "../pages/*Page.tsx",
  "!../pages/{Board,Changelog,Feedback,FeedbackDetail,Landing,Login,NotFound,Roadmap}Page.tsx",
]);
