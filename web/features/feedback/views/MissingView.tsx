import { Button } from "#web/ui/Button.tsx";

interface MissingViewProps {
  /** Whether the views could not be loaded; otherwise the view does not exist. */
  hasFailed: boolean;
  isRetrying: boolean;
  onRetry: () => void;
  /** Removes the view from the address. */
  onDismiss: () => void;
}

/** Says that the view in the address is not shown, and why. */
export function MissingView({ hasFailed, isRetrying, onRetry, onDismiss }: MissingViewProps) {
  return (
    <div
      role="alert"
      className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border bg-surface px-4 py-2 text-sm"
    >
      <p className="min-w-0 flex-1">
        {hasFailed
          ? "The view could not be loaded, so the list is not filtered by it."
          : "This view does not exist. It may have been deleted. The list is not filtered by it."}
      </p>
      {hasFailed ? (
        <Button variant="secondary" size="sm" pending={isRetrying} onClick={onRetry}>
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
