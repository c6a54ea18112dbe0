import { useQuery } from "@tanstack/react-query";
import { mergingApi } from "#contract/merging.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

interface LedHereProps {
  feedbackId: number;
  /** Id of the merged item whose page redirected to this page. */
  sourceId: number;
}

/**
 * Says which merged item's page redirected to this page. Renders nothing if that item is not merged
 * into this item.
 */
export function LedHere({ feedbackId, sourceId }: LedHereProps) {
  const { data } = useQuery(apiQuery(mergingApi.list, { params: { id: feedbackId } }));
  const source = data?.find(({ id }) => id === sourceId);
  if (!source) return null;
  return (
    <p className="rounded-xl bg-sunken p-3">
      You were led here from “<bdi>{source.title}</bdi>”, which was merged into this item.
    </p>
  );
}
