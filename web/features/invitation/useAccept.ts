import { useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "#contract/errors.ts";
import { invitationsApi } from "#contract/invitations.ts";
import type { ErrorForm } from "#web/app/api/useApiMutation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { toastAfterReload } from "#web/ui/toast.ts";

/** Whether the invitation was used, withdrawn or has expired. */
export function isGone(error: ApiError | null): boolean {
  return error?.status === 404;
}

/**
 * Accepts an invitation. Opens a new document afterwards, because every part of the page can differ
 * for the new member.
 */
export function useAccept(
  homePath: string,
  form?: ErrorForm<{ fullName: string; password: string }>,
) {
  const client = useQueryClient();
  return useApiMutation(invitationsApi.accept, {
    ...(form && { form }),
    errorFallback: "Failed to accept the invitation",
    isShown: isGone,
    onSuccessMounted: () => {
      toastAfterReload({ title: "Invitation accepted successfully" });
      openNewDocument(homePath);
    },
    onSuccessUnmounted: () => void client.invalidateQueries(),
    onError: ({ status }) => {
      // The account or the invitation has changed since the page was loaded, so the cached
      // invitation is outdated.
      if (status === 409 || status === 403)
        void client.invalidateQueries({ queryKey: [invitationsApi.read.path] });
    },
  });
}
