import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SignInIdentity } from "#contract/signInMethods.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { signInQuestion } from "#web/app/api/questions.ts";
import { signInMethodsQuery } from "#web/app/api/signInMethods.ts";
import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
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

const PROVIDER_NAMES = { google: "Google", microsoft: "Microsoft", github: "GitHub" } as const;

/** The providers that are offered here and with which the account is not connected. */
function useOffered(identities: readonly SignInIdentity[]): { name: string; path: string }[] {
  const { data } = useQuery(apiQuery("/api/sign-on/ways"));
  if (!data) return [];
  const { company, providers } = data;
  const connected = new Set(identities.map(({ provider }) => provider));
  return [
    ...(company && !connected.has("company")
      ? [{ name: company.name, path: "/auth/oidc/company" }]
      : []),
    ...providers
      .filter((provider) => !connected.has(provider))
      .map((provider) => ({ name: PROVIDER_NAMES[provider], path: `/auth/oidc/${provider}` })),
  ];
}

/** The buttons that connect the account with the providers that are offered here. */
export function ConnectIdentities({ identities }: { identities: readonly SignInIdentity[] }) {
  const client = useQueryClient();
  const connect = async (name: string, path: string) => {
    const { isFresh } = await client.query({ ...signInMethodsQuery, staleTime: 0 });
    const reason = { to: `connect ${name}`, hasEnded: false, isForProof: true };
    if (isFresh || (await signInQuestion.ask(reason)))
      openNewDocument(`${path}?link=1&to=${encodeURIComponent("/settings")}`);
  };
  return useOffered(identities).map(({ name, path }) => (
    <Button key={path} variant="secondary" onClick={() => void connect(name, path)}>
      <span className="truncate">
        Connect <bdi>{name}</bdi>
      </span>
    </Button>
  ));
}
