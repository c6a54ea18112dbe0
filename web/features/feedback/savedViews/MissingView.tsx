import type { UseQueryResult } from "@tanstack/react-query";
import { Button } from "#web/ui/Button.tsx";

interface MissingViewProps {
  views: UseQueryResult;
  /** Removes the view from the URL. */
  onDismiss: () => void;
}

/** Says that the view named in the URL does not exist or could not be loaded. */
export function MissingView({ views, onDismiss }: MissingViewProps) {
  return (
    <div
      role="alert"
      className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border bg-surface px-4 py-2 text-sm"
    >
      <p className="min-w-0 flex-1">
        {views.isError
          ? "The view could not be loaded. The list is not filtered by it."
          : "This view does not exist. It may have been deleted. The list is not filtered by it."}
      </p>
      {views.isError ? (
        <Button
          variant="secondary"
          size="sm"
          pending={views.isFetching}
          onClick={() => void views.refetch()}
        >
          Try again
        </Button>
      ) : (
        <Button variant="secondary" size="sm" onClick={onDismiss}>
          Dismiss
        </Button>
      )}
    </div>
  );
}
