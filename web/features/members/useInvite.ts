import type { BodyOf } from "#contract/endpoint.ts";
import type { CreatedInvitation } from "#contract/invitations.ts";
import { invitationsApi } from "#contract/invitations.ts";
import type { ErrorForm } from "#web/app/api/useApiMutation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { toast } from "#web/ui/toast.ts";
import { QUERIES_AFFECTED_BY_MEMBERS } from "./memberQueries.ts";

interface InviteOptions {
  /** The form that shows errors of a new invitation; absent if an invitation is renewed. */
  readonly form?: ErrorForm<BodyOf<typeof invitationsApi.create>>;
  /**
   * Called with the invitation if it has a link. The link must be shown now, because it cannot be
   * retrieved later.
   */
  readonly onLink: (invitation: CreatedInvitation) => void;
  /** Called after success, before the link is shown. */
  readonly onDone?: () => void;
}

/**
 * Creates or renews an invitation. Shows the invitation's link, or says in a toast that a mail is
 * sent.
 */
export function useInvite({ form, onLink, onDone }: InviteOptions) {
  return useApiMutation(invitationsApi.create, {
    ...(form && { form }),
    refetch: QUERIES_AFFECTED_BY_MEMBERS,
    errorFallback: "Failed to invite",
    onSuccess: ({ username, link }) => {
      if (link === null)
        toast({ title: "Invitation sent", description: `${username} gets a mail with a link` });
    },
    onSuccessMounted: (invitation) => {
      onDone?.();
      if (invitation.link !== null) onLink(invitation);
    },
    onError: ({ status, serverMessage: message }) => {
      if (status === 409 && message)
        form?.setError("username", { type: "server", message }, { shouldFocus: true });
    },
  });
}
