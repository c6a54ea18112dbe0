/** Pages, by their files in web/pages without 'Page.tsx', where visitors come without signing in: they are the ones that have to be there at once. */
export const PUBLIC_PAGES = [
  "Landing",
  "Feedback",
  "Board",
  "FeedbackDetail",
  "Roadmap",
  "Changelog",
];
