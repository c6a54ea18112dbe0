import { Button } from "#web/ui/Button.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";

interface BoardsStateProps {
  isLoading: boolean;
  isRetrying: boolean;
  onRetry: () => void;
}

/** The skeleton and error state of the boards in the sidebar. */
export function BoardsState({ isLoading, isRetrying, onRetry }: BoardsStateProps) {
  if (isLoading) {
    return (
      <SkeletonGroup label="Loading boards" className="flex gap-2 lg:flex-col">
        <Skeleton className="h-10 w-32 rounded-lg lg:w-full" />
        <Skeleton className="h-10 w-32 rounded-lg lg:w-full" />
        <Skeleton className="h-10 w-32 rounded-lg lg:w-full" />
      </SkeletonGroup>
    );
  }
  return (
    <div
      role="alert"
      className="flex shrink-0 items-center gap-2 px-3 text-sm text-danger-text lg:flex-col lg:items-start"
    >
      Failed to fetch boards
      {/*
        If the list beside the sidebar has also failed to load, the retry button of the list loads
        the boards as well, so this button is hidden.
      */}
      <Button
        variant="secondary"
        size="sm"
        className="[main:has([data-error-state])_&]:hidden"
        pending={isRetrying}
        onClick={onRetry}
      >
        Try again
      </Button>
    </div>
  );
}
