import { zodResolver } from "@hookform/resolvers/zod";
import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Control, FieldErrors, UseFormRegisterReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { Challenge, SolvedChallenge } from "#contract/submissionCheck.ts";
import { callThrough } from "#web/app/api/apiQuery.ts";
import { usePortal, useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { toast } from "#web/ui/toast.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useListAddress } from "./FeedbackCards.tsx";
import { forgetFeedbackDraft, keepFeedbackDraft, readFeedbackDraft } from "./feedbackDraft.ts";
import type { CheckedFeedback, FeedbackChoices, FeedbackFormValues } from "./feedbackForm.ts";
import { FeedbackForm, startValues } from "./feedbackForm.ts";
import { lastBoardId, rememberBoard } from "./lastBoard.ts";

export interface SubmitForm {
  readonly control: Control<FeedbackFormValues, unknown, CheckedFeedback>;
  readonly errors: FieldErrors<FeedbackFormValues>;
  /** Registers a field and stores the draft on each change. */
  readonly bind: (name: keyof FeedbackFormValues) => UseFormRegisterReturn;
  readonly fillHoneypot: SubmissionCheck["fillHoneypot"];
  readonly submit: () => Promise<void>;
  readonly isPending: boolean;
}

/**
 * Returns the state of the submit dialog's form. Each time the dialog opens, the form starts with
 * the stored draft.
 */
export function useSubmitForm(
  isOpen: boolean,
  listed: Omit<FeedbackChoices, "lastBoardId">,
  onSubmitted: () => void,
): SubmitForm {
  const { tenantId, site } = usePortal();
  const form = useForm({
    resolver: zodResolver(FeedbackForm),
    defaultValues: startValues(null, { ...listed, lastBoardId: null }),
  });
  const fillIn = useEffectEvent(() => {
    const choices = { ...listed, lastBoardId: lastBoardId(tenantId) };
    form.reset(startValues(readFeedbackDraft(tenantId), choices));
  });
  useEffect(() => {
    if (isOpen) fillIn();
  }, [isOpen]);
  const sayThanks = useSubmittedToast();
  const check = useSubmissionCheck(isOpen);
  const create = useApiMutation("POST /api/feedback", {
    // All pages of the portal share one draft. Their forms also share the pending submission, so
    // that the draft is not submitted twice.
    entityId: tenantId ?? 0,
    signInTo: site.allowPublicFeedback ? undefined : "submit your feedback",
    changes: "item",
    errorFallback: "Failed to submit feedback",
    form: isOpen ? form : undefined,
    onSuccess: (item) => {
      forgetFeedbackDraft(tenantId);
      rememberBoard(tenantId, item.boardId);
      sayThanks(item);
    },
    onSuccessMounted: onSubmitted,
    onError: check.renew,
  });
  const isPending = create.pending !== undefined || form.formState.isSubmitting;
  const keepDraft = () => keepFeedbackDraft(tenantId, form.getValues());
  return {
    control: form.control,
    errors: form.formState.errors,
    bind: (name) => form.register(name, { onChange: keepDraft }),
    fillHoneypot: check.fillHoneypot,
    submit: form.handleSubmit(async (values) => {
      if (isPending) return;
      const body = { ...values, ...(await check.fields()) };
      create.mutate({ body: { ...body, status: "new", companyId: tenantId ?? undefined } });
    }),
    isPending,
  };
}

/**
 * Returns a function that shows the toast for a submitted item, with a button that opens the item,
 * because it is often far down the list. Visitors without an account cannot read an item that waits
 * for approval.
 */
function useSubmittedToast(): (item: FeedbackItem) => void {
  const navigate = useNavigate();
  const from = useListAddress();
  return ({ id, userId, state }) => {
    const isPending = state === "pending";
    const pathname = `/feedback/${String(id)}`;
    const search = `?from=${encodeURIComponent(from)}`;
    toast({
      title: "Feedback submitted successfully",
      ...(isPending && { description: "It is listed once the team has approved it." }),
      ...(!(isPending && userId === null) && {
        action: { label: "View", onPress: () => navigate({ pathname, search }) },
      }),
    });
  };
}

interface SubmissionCheck {
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
function useSubmissionCheck(isOpen: boolean): SubmissionCheck {
  const client = useQueryClient();
  const { allowPublicFeedback } = usePortal().site;
  const isAnonymous = useCurrentUser() === null && allowPublicFeedback;
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
  const { challenge } = await callThrough(client, "GET /api/feedback/challenge", undefined);
  return challenge ? solveChallenge(challenge) : undefined;
}

/** Milliseconds after which the browser stops trying to solve a challenge. */
const TIMEOUT = 20_000;

/**
 * Solves a challenge with WebCrypto, which does not block the main thread. Returns the value of
 * `altcha` in `NewFeedback`, or undefined if the browser is too slow.
 * @throws TypeError on pages without TLS, where WebCrypto is not available
 */
async function solveChallenge(challenge: Challenge): Promise<string | undefined> {
  // Loaded on demand, because only visitors without an account solve challenges.
  const [{ solveChallenge: solve }, { deriveKey }] = await Promise.all([
    import("altcha-lib"),
    import("altcha-lib/algorithms/web/pbkdf2"),
  ]);
  const solution = await solve({ challenge, deriveKey, timeout: TIMEOUT });
  return solution
    ? btoa(JSON.stringify({ challenge, solution } satisfies SolvedChallenge))
    : undefined;
}
