import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode, RefObject } from "react";
import { useRef, useState } from "react";
import type { SignInIdentity, SignInMethods } from "#contract/signInMethods.ts";
import { signInMethodsQuery } from "#web/app/api/signInMethods.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { useFocusFallback, useFocusWhenLost } from "#web/ui/focus.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { ConnectIdentities, DisconnectDialog } from "./IdentityRows.tsx";
import { AddPasskey, PasskeyButtons } from "./PasskeyRows.tsx";

interface SignInMethodsCardProps {
  /** The user's e-mail address, to which codes are mailed. */
  address: string;
  passwordPath: string;
}

/** Lists the ways into the user's account, with buttons to add and remove them. */
export function SignInMethodsCard({ address, passwordPath }: SignInMethodsCardProps) {
  const list = useRef<HTMLUListElement>(null);
  const { company, baseDomain } = usePortal();
  return (
    <Card
      title="Ways to log in"
      description="To add or remove one, you must have logged in within the last five minutes."
    >
      <LoadedContent
        query={useQuery(signInMethodsQuery)}
        skeleton={
          <SkeletonGroup label="Loading ways to log in">
            <Skeleton className="w-2/3" />
          </SkeletonGroup>
        }
        errorMessage="Failed to fetch ways to log in"
      >
        {({ password, mailedCode, passkeys, passkeyDomain, identities }) => (
          <ul ref={list} tabIndex={-1} className="divide-y outline-none">
            <Method
              name="Password"
              state={
                password.isSet ? <LastUse value={password.lastUsedAt} /> : <Badge>Not set</Badge>
              }
            >
              <PasswordButtons
                isSet={password.isSet}
                isOnlyWay={
                  !mailedCode.isAvailable && passkeys.length === 0 && identities.length === 0
                }
                path={passwordPath}
                focusAfterwards={list}
              />
            </Method>
            {mailedCode.isAvailable ? (
              <Method
                name="Code by mail"
                detail={`To ${address}`}
                state={<LastUse value={mailedCode.lastUsedAt} />}
              />
            ) : null}
            <PasskeyMethods passkeys={passkeys} />
            <IdentityMethods identities={identities} list={list} />
            <li className="flex flex-wrap gap-2 pt-3">
              <AddPasskey domain={passkeyDomain} />
              <ConnectIdentities
                identities={identities}
                elsewhere={
                  passkeyDomain.name === company?.customDomain
                    ? [company.subdomain, baseDomain].filter((part) => part !== null).join(".")
                    : null
                }
              />
            </li>
          </ul>
        )}
      </LoadedContent>
    </Card>
  );
}

function PasskeyMethods({ passkeys }: Pick<SignInMethods, "passkeys">) {
  return passkeys.map((passkey) => (
    <Method
      key={passkey.id}
      name={passkey.name}
      detail={`Passkey for ${passkey.domain}${passkey.worksHere ? "" : ", does not work here"}`}
      state={<LastUse value={passkey.lastUsedAt} />}
    >
      <PasskeyButtons passkey={passkey} />
    </Method>
  ));
}

interface IdentityMethodsProps extends Pick<SignInMethods, "identities"> {
  /** Gets the focus when a row that had it is removed. */
  list: RefObject<HTMLElement | null>;
}

function IdentityMethods({ identities, list }: IdentityMethodsProps) {
  useFocusFallback(list, list);
  const [asked, setAsked] = useState<SignInIdentity | null>(null);
  return (
    <>
      {identities.map((identity) => (
        <Method
          key={identity.id}
          name={identity.name}
          detail={`${identity.label}${identity.worksHere ? "" : ", does not work here"}`}
          state={<LastUse value={identity.lastUsedAt} />}
        >
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            aria-label={`Remove ${identity.name}`}
            onClick={() => setAsked(identity)}
          >
            Remove
          </Button>
        </Method>
      ))}
      {asked === null ? null : <DisconnectDialog identity={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface MethodProps {
  name: string;
  detail?: string;
  state: ReactNode;
  /** The buttons. */
  children?: ReactNode;
}

function Method({ name, detail, state, children }: MethodProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{name}</p>
        {detail === undefined ? null : <p className="text-sm wrap-anywhere text-muted">{detail}</p>}
        <p className="text-sm text-muted">{state}</p>
      </div>
      {children === undefined ? null : <div className="flex flex-wrap gap-2">{children}</div>}
    </li>
  );
}

function LastUse({ value }: { value: SignInMethods["password"]["lastUsedAt"] }) {
  if (value === null) return "Not used yet";
  return (
    <>
      Last used <RelativeTime value={value} />
    </>
  );
}

interface PasswordButtonsProps {
  isSet: boolean;
  isOnlyWay: boolean;
  path: string;
  /** Gets the focus once the password is removed, because the button no longer exists. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

function PasswordButtons({ isSet, isOnlyWay, path, focusAfterwards }: PasswordButtonsProps) {
  const [isAsking, setIsAsking] = useState(false);
  useFocusWhenLost(focusAfterwards);
  return (
    <>
      {isSet ? null : (
        <Button asChild variant="secondary">
          <a href={path}>Set a password</a>
        </Button>
      )}
      {isSet && !isOnlyWay ? (
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          aria-label="Remove the password"
          onClick={() => setIsAsking(true)}
        >
          Remove
        </Button>
      ) : null}
      {isAsking ? <RemovePasswordDialog onClose={() => setIsAsking(false)} /> : null}
    </>
  );
}

function RemovePasswordDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const removal = useFreshMutation("DELETE /api/user/password", {
    freshFor: "remove the password",
    success: "Password removed successfully",
    errorFallback: "Failed to remove the password",
    onSuccess: () => void client.invalidateQueries({ queryKey: signInMethodsQuery.queryKey }),
    onSuccessMounted: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Remove the password"
      description="You then log in in one of the other ways. You can set a password again at any time."
      confirmLabel="Remove password"
      pendingLabel="Removing..."
      pending={removal.isPending}
      onConfirm={() => removal.mutate()}
    />
  );
}
