/**
 * The main navigation (docs/specification.md "Main header"). A link is marked as current if its
 * `covers` matches the path.
 */
export const MAIN_NAVIGATION = [
  { to: "/roadmap", label: "Roadmap", covers: /^\/roadmap$/ },
  { to: "/feedback", label: "Feedback", covers: /^\/(?:feedback|board)(?:\/|$)/ },
  { to: "/changelog", label: "Changelog", covers: /^\/changelog$/ },
] as const;
