import { NextPage } from "#web/ui/NextPage.tsx";
import type { useComments } from "./useComments.ts";

interface EarlierCommentsProps {
  list: ReturnType<typeof useComments>;
  onPress: () => void;
}

/** The button that loads earlier comments. */
export function EarlierComments({ list, onPress }: EarlierCommentsProps) {
  return (
    <NextPage
      list={list}
      loaded={list.data?.pages.length ?? 0}
      label="Show earlier comments"
      errorMessage="Failed to fetch comments"
      className="mt-0"
      onPress={onPress}
    />
  );
}
