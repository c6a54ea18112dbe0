import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import type { ApiError } from "#contract/errors.ts";
import type { ReceivedInvitation as Received } from "#contract/invitations.ts";
import { InvitedAccount } from "#contract/invitations.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import type { ErrorForm } from "#web/app/api/useApiMutation.ts";
import { isApiError } from "#web/app/api/call.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { NewPasswordInput } from "#web/ui/NewPasswordInput.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { toastAfterReload } from "#web/ui/toast.ts";

interface ReceivedInvitationProps {
  token: string;
  /** The page that opens after the invitation was accepted. */
  homePath: string;
  /** The link to the login page, which returns to the invitation after the login. */
  login: ReactNode;
  /** The button that logs out. */
  logout: ReactNode;
}

/**
 * Shows the invitation that the token belongs to: who is invited, and the actions that the person
 * can take.
 */
export function ReceivedInvitation(props: ReceivedInvitationProps) {
  const invitation = useQuery(invitationQuery(props.token));
  if (isApiError(invitation.error) && invitation.error.status === 404) return <InvitationGone />;
  return (
    <LoadedContent
      query={invitation}
      skeleton={
        <SkeletonGroup label="Loading invitation">
          <Skeleton className="w-full" />
          <Skeleton className="mt-3 w-2/3" />
          <Skeleton className="mt-8 h-10 w-full" />
        </SkeletonGroup>
      }
      errorMessage="Failed to fetch the invitation"
    >
      {(received) => <Offer {...props} invitation={received} />}
    </LoadedContent>
  );
}

function Offer({
  token,
  homePath,
  login,
  logout,
  invitation,
}: ReceivedInvitationProps & { invitation: Received }) {
  const { username, account } = invitation;
  const user = useCurrentUser();
  const address = <strong className="font-semibold wrap-anywhere">{username}</strong>;
  if (account === "other") {
    return (
      <Notice>
        {address} belongs to an account of another company, so it cannot join this one. Ask the
        admin who invited you to invite another address.
      </Notice>
    );
  }
  if (user && user.username.toLowerCase() !== username.toLowerCase()) {
    return (
      <Notice action={logout}>
        This invitation is for {address}. You are logged in as{" "}
        <span className="wrap-anywhere">{user.username}</span>. Log out to accept it.
      </Notice>
    );
  }
  const asRole = invitation.role === "company_admin" ? "an admin" : "a customer";
  const offer = (
    <>
      {address} is invited as {asRole}.
    </>
  );
  if (user) {
    return <Notice action={<AcceptButton token={token} homePath={homePath} />}>{offer}</Notice>;
  }
  if (account === "own") {
    return (
      <Notice>
        {offer} There is an account with this address. {login} to accept the invitation.
      </Notice>
    );
  }
  return (
    <>
      <p className="mb-6 text-base">{offer} Create an account to accept the invitation.</p>
      <InvitedAccountForm token={token} username={username} homePath={homePath} />
    </>
  );
}

function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-stretch gap-5">
      <p className="text-base">{children}</p>
      {action}
    </div>
  );
}

interface AcceptButtonProps {
  token: string;
  homePath: string;
}

/** A button with which the signed-in user accepts an invitation. */
function AcceptButton({ token, homePath }: AcceptButtonProps) {
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

interface InvitedAccountFormProps {
  token: string;
  username: string;
  homePath: string;
}

/** Creates an account for the invited e-mail address and accepts the invitation. */
function InvitedAccountForm({ token, username, homePath }: InvitedAccountFormProps) {
  const form = useForm({
    resolver: zodResolver(InvitedAccount),
    defaultValues: { fullName: "", password: "" },
  });
  const { errors } = form.formState;
  const accept = useAccept(homePath, form);
  if (isGone(accept.error)) return <InvitationGone takesFocus />;
  const isPending = accept.isPending || accept.isSuccess;
  const submit = form.handleSubmit((account) => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (!isPending) accept.mutate({ params: { token }, body: { ...account, timeZone } });
  });
  return (
    // The method is POST so that a form sent before hydration puts no password into the URL.
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      {/* Password managers store the password under this e-mail address. */}
      <input type="hidden" autoComplete="username" name="username" value={username} />
      <Field label="Full name" required error={errors.fullName?.message}>
        {(control) => <TextInput {...control} {...form.register("fullName")} autoComplete="name" />}
      </Field>
      <Field
        label="Password"
        required
        help={errors.password ? undefined : "At least 8 characters."}
        error={errors.password?.message}
      >
        {(control) => <NewPasswordInput {...control} {...form.register("password")} />}
      </Field>
      <Button type="submit" pending={isPending} pendingLabel="Creating account...">
        Create account
      </Button>
    </form>
  );
}

/** Whether the invitation was used, withdrawn or has expired. */
function isGone(error: ApiError | null): boolean {
  return error?.status === 404;
}

/**
 * Accepts an invitation. Opens a new document afterwards, because every part of the page can differ
 * for the new member.
 */
function useAccept(homePath: string, form?: ErrorForm<{ fullName: string; password: string }>) {
  const client = useQueryClient();
  return useApiMutation("POST /api/invitations/:token/accept", {
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
        void client.invalidateQueries({ queryKey: ["/api/invitations/:token/preview"] });
    },
  });
}

/**
 * Displayed instead of the invitation if its link is unknown, expired, used or withdrawn. With
 * `takesFocus` the notice gets the focus, because the form that had the focus no longer exists.
 */
export function InvitationGone({ takesFocus = false }: { takesFocus?: boolean }) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) text.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={text}
      role="alert"
      tabIndex={-1}
      className="rounded-lg border bg-sunken px-4 py-3 text-base outline-none"
    >
      <p>This invitation no longer works.</p>
      <p className="mt-2 text-sm text-muted">
        A link works once and for seven days. Ask an admin of the company to invite you again.
      </p>
    </div>
  );
}

/** Returns the query for the invitation whose link contains the token. */
export function invitationQuery(token: string) {
  return { ...apiQuery("/api/invitations/:token/preview", { params: { token } }), staleTime: 0 };
}
