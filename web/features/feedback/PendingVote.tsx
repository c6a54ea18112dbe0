import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { keepDraft, readDraft } from "#web/ui/drafts.ts";
import { PENDING_VOTE } from "./useLoginRedirect.ts";
import { useVote } from "./VoteButton.tsx";

/**
 * Casts the vote for which the visitor had to log in, and removes the vote from the URL. Casts
 * nothing if `useLoginToVote` has stored no such vote in this tab.
 */
export function PendingVote() {
  const [params, changeParams] = useSearchParams();
  const asked = params.get(PENDING_VOTE) ?? "";
  const vote = useVote(Number(asked));
  const castOnce = useEffectEvent(() => {
    const isOwn = asked !== "" && readDraft(PENDING_VOTE) === asked;
    keepDraft(PENDING_VOTE, "");
    if (isOwn) vote.mutate({ params: { id: Number(asked) } });
    changeParams(
      (current) => {
        const others = new URLSearchParams(current);
        others.delete(PENDING_VOTE);
        return others;
      },
      { replace: true, keepScroll: true },
    );
  });
  useEffect(() => castOnce(), []);
  return null;
}
