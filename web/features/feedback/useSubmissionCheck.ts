import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { submissionCheckApi } from "#contract/submissionCheck.ts";
import { callThrough } from "#web/app/api/apiQuery.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";

export interface SubmissionCheck {
  /** Stores the text typed into the honeypot. The text is sent with the submission. */
  readonly fillHoneypot: (text: string) => void;
  /**
   * Returns the fields of `NewFeedback` that this check needs. Waits until the challenge is solved
   * or the attempt to solve it has failed.
   */
  readonly fields: () => Promise<{ altcha?: string | undefined; website?: string | undefined }>;
  /** Fetches a new challenge, because the server accepts each challenge only once. */
  readonly renew: () => void;
}

/**
 * Prepares the check of submissions without an account
 * (docs/decisions/0049-checks-of-anonymous-posts.md). While the visitor writes, the browser solves
 * a challenge. If submissions without an account must wait for approval, a submission without a
 * solution is listed as possible spam.
 */
export function useSubmissionCheck(isOpen: boolean): SubmissionCheck {
  const client = useQueryClient();
  const isAnonymous = useCurrentUser() === null;
  const website = useRef<string>(undefined);
  const altcha = useRef<Promise<string | undefined>>(undefined);
  const renew = () => {
    altcha.current = isAnonymous ? fetchSolution(client).catch(() => undefined) : undefined;
  };
  const start = useEffectEvent(renew);
  useEffect(() => {
    if (isOpen) start();
  }, [isOpen]);
  return {
    fillHoneypot: (text) => {
      website.current = text || undefined;
    },
    fields: async () => ({ altcha: await altcha.current, website: website.current }),
    renew,
  };
}

/**
 * Fetches and solves a challenge. Returns undefined if the server requires no challenge, or if the
 * browser is too slow.
 */
async function fetchSolution(client: QueryClient): Promise<string | undefined> {
  const { challenge } = await callThrough(client, submissionCheckApi.get, undefined);
  if (!challenge) return undefined;
  const { solveChallenge } = await import("./solveChallenge.ts");
  return solveChallenge(challenge);
}
