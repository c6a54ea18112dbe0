import { NotFound } from "#web/ui/NotFound.tsx";

/** For an unknown, foreign or invisible item, and for an id that is none. */
export function FeedbackNotFound() {
  return (
    <NotFound
      title="Feedback item not found"
      text="It may have been deleted, or the address may be wrong."
      to="/feedback"
      toLabel="See all feedback"
    />
  );
}
