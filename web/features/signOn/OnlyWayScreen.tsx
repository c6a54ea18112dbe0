import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CompanyProvider, ShutOut } from "#contract/companySignOn.ts";
import { SHUT_OUT_COUNT_LIMIT } from "#contract/companySignOn.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { Select } from "#web/ui/Select.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { signOnQuery } from "./signOnQueries.ts";
import { onlyWayState, SIGN_ON_PATH, SIGN_ON_WAYS } from "./signOnWays.ts";
import { WayScreen, WaySkeleton } from "./WayScreen.tsx";

/** The screen where admins make the provider the only way in. */
export function OnlyWayScreen() {
  const signOn = useQuery(signOnQuery());
  return (
    <WayScreen way="only-way" state={signOn.data && onlyWayState(signOn.data)}>
      <LoadedContent
        query={signOn}
        skeleton={<WaySkeleton rows={1} />}
        errorMessage="Failed to fetch sign-on settings"
      >
        {({ provider }) =>
          provider?.isOn ? <OnlyWayCard provider={provider} /> : <ProviderFirst />
        }
      </LoadedContent>
    </WayScreen>
  );
}

function ProviderFirst() {
  const { title, icon } = SIGN_ON_WAYS.provider;
  return (
    <EmptyState
      icon={icon}
      title={`Turn on “${title}” first`}
      text="Nobody could log in otherwise."
      action={
        <Button asChild>
          <a href={`${SIGN_ON_PATH}/provider`}>{title}</a>
        </Button>
      }
    />
  );
}

function OnlyWayCard({ provider }: { provider: CompanyProvider }) {
  const { name, isOnlyWay, emergencyAdmin } = provider;
  const dialog = useDialogState<true>();
  const change = useChange("admit all ways again");
  const open = { "aria-haspopup": "dialog", onClick: () => dialog.open(true) } as const;
  return (
    <Card
      footer={
        isOnlyWay ? (
          <>
            <Button
              variant="ghost"
              className="mr-auto"
              pending={change.isPending}
              pendingLabel="Turning off..."
              onClick={() => change.mutate({ body: { emergencyAdminId: null } })}
            >
              Turn off
            </Button>
            <Button variant={emergencyAdmin ? "secondary" : "primary"} {...open}>
              Choose another admin
            </Button>
          </>
        ) : (
          <Button {...open}>Turn on</Button>
        )
      }
    >
      <ul className="flex max-w-prose list-disc flex-col gap-2 pl-5 text-sm">
        <li>
          Everybody of your company logs in with <bdi className="wrap-anywhere">{name}</bdi>.
        </li>
        <li>Passwords, mailed codes, passkeys and sign-up are off.</li>
        <li>One admin keeps them for emergencies, when the provider fails.</li>
      </ul>
      {isOnlyWay ? <EmergencyAdmin admin={emergencyAdmin} /> : null}
      <OpenDialog state={dialog}>
        {(_, frame) => <OnlyWayDialog {...frame} provider={provider} />}
      </OpenDialog>
    </Card>
  );
}

function EmergencyAdmin({ admin }: { admin: CompanyProvider["emergencyAdmin"] }) {
  return admin ? (
    <p className="mt-5">
      For emergencies:{" "}
      <span dir="auto" className="font-medium wrap-anywhere">
        {admin.fullName ?? admin.username}
      </span>
    </p>
  ) : (
    <p className="mt-5 text-danger-text">
      The admin for emergencies is no admin any more. Until you choose another one, every admin can
      log in in all ways.
    </p>
  );
}

function useChange(freshFor: string, onDone?: () => void) {
  const client = useQueryClient();
  return useFreshMutation("PUT /api/company/sign-on/only-way", {
    freshFor,
    success: "Sign-on saved successfully",
    errorFallback: "Failed to save the sign-on settings",
    changes: "signOn",
    onSuccess: (signOn) => client.setQueryData(signOnQuery().queryKey, signOn),
    ...(onDone && { onSuccessMounted: onDone }),
  });
}

interface OnlyWayDialogProps {
  isOpen: boolean;
  onClose: () => void;
  provider: CompanyProvider;
}

/** Names who would be shut out, and asks for the admin for emergencies. */
function OnlyWayDialog({ isOpen, onClose, provider }: OnlyWayDialogProps) {
  const { name, emergencyAdmin, isOnlyWay } = provider;
  const [chosen, setChosen] = useState(String(emergencyAdmin?.id ?? ""));
  const [isMissing, setIsMissing] = useState(false);
  const change = useChange("change how people log in", onClose);
  const shutOut = useQuery({ ...apiQuery("/api/company/sign-on/shut-out"), staleTime: 0 });
  const submit = () => {
    setIsMissing(chosen === "");
    if (chosen !== "" && !change.isPending)
      change.mutate({ body: { emergencyAdminId: Number(chosen) } });
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isOnlyWay ? "Admin for emergencies" : `Log in with ${name} only?`}
      isDirty={chosen !== String(emergencyAdmin?.id ?? "")}
      isPending={change.isPending}
      submitLabel={isOnlyWay ? "Save" : "Turn on"}
      pendingLabel="Saving..."
      onSubmit={submit}
    >
      <LoadedContent
        query={shutOut}
        skeleton={
          <SkeletonGroup label="Loading people">
            <Skeleton className="h-10 w-full rounded-lg" />
          </SkeletonGroup>
        }
        errorMessage="Failed to fetch who would be shut out"
      >
        {(found) => (
          <div className="flex flex-col gap-5">
            <AdminField
              admins={found.emergencyAdmins}
              chosen={chosen}
              onChoose={setChosen}
              isMissing={isMissing}
            />
            {isOnlyWay ? null : <Warning shutOut={found} name={name} />}
          </div>
        )}
      </LoadedContent>
    </FormDialog>
  );
}

interface AdminFieldProps {
  admins: ShutOut["emergencyAdmins"];
  chosen: string;
  onChoose: (id: string) => void;
  isMissing: boolean;
}

function AdminField({ admins, chosen, onChoose, isMissing }: AdminFieldProps) {
  return (
    <Field
      label="Admin for emergencies"
      required
      help="This admin keeps the password and all other ways, for when the provider fails. Only admins with a password are listed."
      error={isMissing ? "Choose an admin" : undefined}
    >
      {(control) => (
        <Select {...control} value={chosen} onChange={({ target }) => onChoose(target.value)}>
          <option value="">Choose an admin</option>
          {admins.map(({ id, fullName, username }) => (
            <option key={id} value={id}>
              {fullName === null ? username : `${fullName} (${username})`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function Warning({ shutOut: { people, total }, name }: { shutOut: ShutOut; name: string }) {
  if (total === 0) return <p className="text-sm">Everybody has already logged in with {name}.</p>;
  const more = total - people.length;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        <strong className="font-semibold">
          {total === SHUT_OUT_COUNT_LIMIT ? "At least " : ""}
          {total === 1 ? "One person has" : `${formatCount(total)} people have`} never logged in
          with {name}
        </strong>{" "}
        and will be logged out. Whom {name} does not know by the same address is shut out:
      </p>
      <ul className="max-h-48 divide-y overflow-y-auto rounded-lg border px-3">
        {people.map(({ id, fullName, username, isAdmin }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2 py-2">
            <span dir="auto" className="wrap-anywhere">
              {fullName ?? username}
            </span>
            {fullName === null ? null : (
              <span className="wrap-anywhere text-muted">{username}</span>
            )}
            {isAdmin ? <Badge>Admin</Badge> : null}
          </li>
        ))}
        {more > 0 ? <li className="py-2 text-muted">and {formatCount(more)} more</li> : null}
      </ul>
    </div>
  );
}
