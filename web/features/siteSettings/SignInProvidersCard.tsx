import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SignInProvider, SignInProviderSettings } from "#contract/signInProviders.ts";
import { PROVIDER_NAMES } from "#contract/signInProviders.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { SignInProviderDialog } from "./SignInProviderDialog.tsx";
import { signInProvidersQuery } from "./SiteSettingsLoader.tsx";

/** Lists the providers with which people log in on all portals. Each is set up in a dialog. */
export function SignInProvidersCard() {
  const state = useDialogState<SignInProvider>();
  return (
    <Card
      title="Sign-in providers"
      description="With them, people log in on every portal, except where a company allows only its own sign-on."
    >
      <LoadedContent
        query={useQuery(signInProvidersQuery)}
        skeleton={<SignInProvidersSkeleton />}
        errorMessage="Failed to fetch sign-in providers"
      >
        {({ providers, callbackUrl }) => (
          <>
            <ul className="divide-y">
              {providers.map((settings) => (
                <ProviderRow
                  key={settings.provider}
                  settings={settings}
                  onOpen={() => state.open(settings.provider)}
                />
              ))}
            </ul>
            <OpenDialog state={state}>
              {(provider, frame) => {
                const settings = providers.find((each) => each.provider === provider);
                return settings ? (
                  <SignInProviderDialog {...frame} settings={settings} callbackUrl={callbackUrl} />
                ) : null;
              }}
            </OpenDialog>
          </>
        )}
      </LoadedContent>
    </Card>
  );
}

interface ProviderRowProps {
  settings: SignInProviderSettings;
  onOpen: () => void;
}

function ProviderRow({ settings, onOpen }: ProviderRowProps) {
  const name = PROVIDER_NAMES[settings.provider];
  const verb = settings.clientId === "" ? "Set up" : "Change";
  return (
    <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {stateOf(settings)}
        </p>
        {settings.clientId === "" ? null : (
          <p className="truncate text-sm text-muted" title={settings.clientId}>
            {settings.clientId}
          </p>
        )}
      </div>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={`${verb} ${name}`}
        onClick={onOpen}
      >
        {verb}
      </Button>
    </li>
  );
}

/** A secret is missing after a restore in an installation with another key. */
function stateOf({ clientId, hasSecret, isOn }: SignInProviderSettings): ReactNode {
  if (clientId === "") return null;
  if (!hasSecret) return <Badge tone="danger">Secret missing</Badge>;
  return isOn ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>;
}

function SignInProvidersSkeleton() {
  return (
    <SkeletonGroup label="Loading sign-in providers">
      <div className="flex flex-col gap-6">
        {Object.keys(PROVIDER_NAMES).map((provider) => (
          <div key={provider} className="flex items-center justify-between gap-4">
            <Skeleton className="w-28" />
            <Skeleton className="h-10 w-20 rounded-lg" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
