import { NextPage } from "#web/ui/NextPage.tsx";
import type { PagedQuery } from "#web/ui/useRevealedPages.ts";

interface EarlierEntriesProps {
  list: PagedQuery;
  /** Number of pages loaded. */
  loaded: number;
  label: string;
  errorMessage: string;
  onPress: () => void;
}

/** The button in the timeline that loads earlier entries of one kind. */
export function EarlierEntries(props: EarlierEntriesProps) {
  return <NextPage {...props} className="mt-0" />;
}
