import { Button } from "#web/ui/Button.tsx";
import type { useComments } from "./useComments.ts";

interface EarlierCommentsProps {
  list: ReturnType<typeof useComments>;
  /** Gets the id of the first of the comments brought, which is to take the focus: the button moves on or goes. */
  onBrought: (firstId: number) => void;
}

/** The way to the comments before those that are shown. */
export function EarlierComments({ list, onBrought }: EarlierCommentsProps) {
  const shown = list.data?.pages.length ?? 0;
  const bring = async () => {
    const { data } = await list.fetchNextPage();
    const first = data && data.pages.length > shown ? data.pages.at(-1)?.items[0] : undefined;
    if (first) onBrought(first.id);
  };
  return (
    <div className="flex flex-col items-center gap-2 noscript:hidden">
      {list.isFetchNextPageError ? (
        <p role="alert" className="text-sm text-danger-text">
          Failed to fetch comments
        </p>
      ) : null}
      <Button
        variant="secondary"
        pending={list.isFetchingNextPage}
        pendingLabel="Loading..."
        onClick={() => void bring()}
      >
        {list.isFetchNextPageError ? "Try again" : "Show earlier comments"}
      </Button>
    </div>
  );
}
