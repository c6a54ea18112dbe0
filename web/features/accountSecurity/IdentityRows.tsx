import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiError } from "#contract/errors.ts";
import type { SignInIdentity } from "#contract/signInMethods.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { signInQuestion } from "#web/app/api/questions.ts";
import { signInMethodsQuery } from "#web/app/api/signInMethods.ts";
import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { toast } from "#web/ui/toast.ts";

interface DisconnectDialogProps {
  identity: SignInIdentity;
  onClose: () => void;
}

/**
 * Asks before an account at a provider is disconnected. It is not part of the account's row, because
 * a login by mail, which this can need, ends what only the company's word has connected.
 */
export function DisconnectDialog({ identity, onClose }: DisconnectDialogProps) {
  const { id, name } = identity;
  const client = useQueryClient();
  const success = `${name} disconnected successfully`;
  const isGone = ({ status }: ApiError) => status === 404;
  const removal = useFreshMutation("DELETE /api/user/identities/:id", {
    freshFor: `disconnect ${name}`,
    success,
    errorFallback: `Failed to disconnect ${name}`,
    onSuccess: () => void client.invalidateQueries({ queryKey: signInMethodsQuery.queryKey }),
    onSuccessMounted: onClose,
    isShown: isGone,
    onError: (error) => {
      if (!isGone(error)) return;
      toast({ title: success });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Disconnect ${name}`}
      description={`You can no longer log in with ${name}. You can connect it again at any time.`}
      confirmLabel="Disconnect"
      pendingLabel="Disconnecting..."
      pending={removal.isPending}
      onConfirm={() => removal.mutate({ params: { id } })}
    />
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

interface ConnectIdentitiesProps {
  identities: readonly SignInIdentity[];
  /** The host where providers are connected, if it is another one; see `isElsewhereOnly`. */
  elsewhere: string | null;
}

/** The buttons that connect the account with the providers that are offered here. */
export function ConnectIdentities({ identities, elsewhere }: ConnectIdentitiesProps) {
  const client = useQueryClient();
  const offered = useOffered(identities);
  const connect = async (name: string, path: string) => {
    const { isFresh } = await client.query({ ...signInMethodsQuery, staleTime: 0 });
    const reason = { to: `connect ${name}`, hasEnded: false, isForProof: true };
    if (isFresh || (await signInQuestion.ask(reason)))
      openNewDocument(`${path}?link=1&to=${encodeURIComponent("/settings")}`);
  };
  if (offered.length > 0 && elsewhere !== null)
    return (
      <p className="self-center text-sm text-muted">
        Providers are connected at {elsewhere}, not on this domain.
      </p>
    );
  return offered.map(({ name, path }) => (
    <Button key={path} variant="secondary" onClick={() => void connect(name, path)}>
      <span className="truncate">
        Connect <bdi>{name}</bdi>
      </span>
    </Button>
  ));
}
