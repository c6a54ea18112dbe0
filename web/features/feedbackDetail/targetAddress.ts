/**
 * The name of the URL parameter with the id of the merged item whose page redirected to the target.
 */
export const MERGED_FROM = "mergedFrom";

interface Merge {
  readonly feedbackId: number;
  readonly targetId: number;
}

/**
 * Returns the URL to which the page of a merged item redirects. The URL also contains the
 * parameters in `search`.
 */
export function targetAddress({ feedbackId, targetId }: Merge, search: URLSearchParams): string {
  const params = new URLSearchParams(search);
  params.set(MERGED_FROM, String(feedbackId));
  return `/feedback/${String(targetId)}?${params.toString()}`;
}
