import type { PageModule } from "#web/pages/pageModule.ts";

/**
 * Imports the pages that visitors rarely open. The addresses of their files are not part of the
 * first script.
 */
export const otherPages = import.meta.glob<PageModule>([
  "../pages/*Page.tsx",
  "!../pages/{Board,Changelog,Feedback,FeedbackDetail,Landing,Login,NotFound,Roadmap}Page.tsx",
]);
