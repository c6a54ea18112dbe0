import { SearchX } from "lucide-react";
import { Button } from "#web/ui/Button.tsx";

/** For an unknown, foreign or invisible item, and for an id that is none. */
export function FeedbackNotFound() {
  return (
    <div className="flex flex-col items-center py-16 text-center">
      <SearchX aria-hidden="true" className="mb-3 size-6 text-muted" strokeWidth={1.75} />
      <h1 className="text-lg font-semibold">Feedback item not found</h1>
      <p className="mt-1 text-muted">It may have been deleted, or the address may be wrong.</p>
      <Button asChild variant="secondary" className="mt-4">
        <a href="/feedback">See all feedback</a>
      </Button>
    </div>
  );
}
