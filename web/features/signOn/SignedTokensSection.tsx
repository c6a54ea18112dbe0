import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { SettingsFormSkeleton } from "#web/ui/SettingsForm.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { ApplicationForm } from "./ApplicationForm.tsx";
import { NewSecretDialog, RemoveSecretDialog, SecretsCard } from "./SecretsCard.tsx";
import { TryTokensCard } from "./TryTokensCard.tsx";

/** The section where admins let the users of their own application log in by signed tokens. */
export function SignedTokensSection() {
  const application = useQuery(applicationQuery());
  const makeButton = useRef<HTMLButtonElement>(null);
  const created = useDialogState<string>();
  const removed = useDialogState<{ id: number; isLast: boolean }>();
  return (
    <ScreenSection id="signed-tokens" title="Signed tokens">
      <p className="-mt-3 mb-5 max-w-prose text-sm text-muted">
        Your own application logs its users in to this portal, so that they need no second account.
        It signs a token for each login, which also says which organisation the person works for.
      </p>
      <LoadedContent
        query={application}
        skeleton={<SignedTokensSkeleton />}
        errorMessage="Failed to fetch the settings of signed tokens"
      >
        {(loaded) => (
          <div className="flex flex-col gap-5">
            <ApplicationForm application={loaded} />
            {loaded.method === "secret" ? (
              <SecretsCard
                secrets={loaded.secrets}
                makeButton={makeButton}
                onCreated={created.open}
                onRemove={removed.open}
              />
            ) : null}
            <TryTokensCard application={loaded} />
          </div>
        )}
      </LoadedContent>
      <OpenDialog state={created}>
        {(secret, frame) => (
          <NewSecretDialog {...frame} secret={secret} focusAfterwards={makeButton} />
        )}
      </OpenDialog>
      <OpenDialog state={removed}>
        {(secret, frame) => <RemoveSecretDialog {...frame} {...secret} />}
      </OpenDialog>
    </ScreenSection>
  );
}

function SignedTokensSkeleton() {
  return (
    <SkeletonGroup label="Loading signed tokens">
      <SettingsFormSkeleton>
        <div className="flex flex-col gap-5">
          {["name", "page", "method"].map((field) => (
            <div key={field}>
              <Skeleton className="mb-2 w-28" />
              <Skeleton className="h-10 w-full rounded-lg" />
            </div>
          ))}
        </div>
      </SettingsFormSkeleton>
    </SkeletonGroup>
  );
}

/** Returns the query for how the users of the company's application log in. */
export function applicationQuery() {
  return apiQuery("/api/application-sign-in");
}
