import { NotFound } from "#web/ui/NotFound.tsx";

/** Displayed if the item does not exist, is not visible to the viewer, or has an invalid id. */
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
