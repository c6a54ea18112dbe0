import { Button } from "#web/ui/Button.tsx";
import { InvitationGone } from "./InvitationGone.tsx";
import { isGone, useAccept } from "./useAccept.ts";

interface AcceptButtonProps {
  token: string;
  homePath: string;
}

/** A button with which the signed-in user accepts an invitation. */
export function AcceptButton({ token, homePath }: AcceptButtonProps) {
  const accept = useAccept(homePath);
  if (isGone(accept.error)) return <InvitationGone takesFocus />;
  const isPending = accept.isPending || accept.isSuccess;
  return (
    <Button
      pending={isPending}
      pendingLabel="Accepting..."
      onClick={() => {
        if (!isPending) accept.mutate({ params: { token }, body: {} });
      }}
    >
      Accept invitation
    </Button>
  );
}
