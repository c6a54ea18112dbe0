import { NotFound } from "#web/ui/NotFound.tsx";

/** The not-found state: no such item, not visible, or an invalid id. */
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
