import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SignInIdentity } from "#contract/signInMethods.ts";
import { signInMethodsQuery } from "#web/app/api/signInMethods.ts";
import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";

/** The button that disconnects an account at a provider. */
export function RemoveIdentity({ identity: { id, name } }: { identity: SignInIdentity }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const removal = useFreshMutation("DELETE /api/user/identities/:id", {
    freshFor: `disconnect ${name}`,
    success: `${name} disconnected successfully`,
    errorFallback: `Failed to disconnect ${name}`,
    onSuccess: () => void client.invalidateQueries({ queryKey: signInMethodsQuery.queryKey }),
    onSuccessMounted: () => setIsAsking(false),
  });
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={`Remove ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Disconnect ${name}`}
        description={`You can no longer log in with ${name}. You can connect it again at any time.`}
        confirmLabel="Disconnect"
        pendingLabel="Disconnecting..."
        pending={removal.isPending}
        onConfirm={() => removal.mutate({ params: { id } })}
      />
    </>
  );
}
