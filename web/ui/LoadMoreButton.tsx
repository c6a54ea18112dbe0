import { Button } from "./Button.tsx";

interface LoadMoreButtonProps {
  pending: boolean;
  /** The next page could not be loaded. */
  error: string | null;
  onPress: () => void;
}

/** The end of a list that goes on; it fetches the next page when pressed. */
export function LoadMoreButton({ pending, error, onPress }: LoadMoreButtonProps) {
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      {error ? (
        <p role="alert" className="text-sm text-danger-text">
          {error}
        </p>
      ) : null}
      <Button variant="secondary" pending={pending} pendingLabel="Loading..." onClick={onPress}>
        {error ? "Try again" : "Load more"}
      </Button>
    </div>
  );
}
