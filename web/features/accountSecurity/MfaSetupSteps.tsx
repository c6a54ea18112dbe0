import type { ResultOf } from "#contract/api.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { encode } from "uqr";
import { MfaConfirmation, MfaSetup } from "#contract/mfa.ts";
import type { User } from "#contract/users.ts";
import { currentUserQuery } from "#web/app/api/session.ts";
import { useHasPassword } from "#web/app/api/signInMethods.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { Button } from "#web/ui/Button.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { toast } from "#web/ui/toast.ts";
import { forgetUnsavedChanges, useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { CODES_LOSS, DownloadCodes, RecoveryCodeList } from "./RecoveryCodeList.tsx";
import { MfaLoader } from "./MfaLoader.tsx";

interface MfaSetupStepsProps {
  user: User;
  /**
   * The page to open after the setup. It is loaded as a new document, because the user possibly has
   * access to more pages after the setup.
   */
  nextPath: string;
  /** Displayed below the submit button of the first two steps. */
  otherAction: ReactNode;
  /** Displayed if the second factor is already on. */
  whenOn: ReactNode;
}

/** The steps for setting up a second factor: the password, the app, the recovery codes. */
export function MfaSetupSteps({ user, nextPath, otherAction, whenOn }: MfaSetupStepsProps) {
  const [appKey, setAppKey] = useState<ResultOf<"POST /api/user/mfa/setup"> | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  // The codes are rendered outside the loader, because the loader displays `whenOn` as soon as the
  // second factor is on.
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} nextPath={nextPath} />;
  return (
    <MfaLoader>
      {({ isOn }) => {
        if (isOn) return whenOn;
        if (appKey) {
          return (
            <MfaCodeStep appKey={appKey} onConfirmed={setRecoveryCodes} otherAction={otherAction} />
          );
        }
        return <MfaPasswordStep user={user} onDone={setAppKey} otherAction={otherAction} />;
      }}
    </MfaLoader>
  );
}

interface StepProps {
  title: string;
  description?: string | undefined;
  children: ReactNode;
}

function Step({ title, description, children }: StepProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-5">
      <div>
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        {description ? <p className="mt-1 text-muted">{description}</p> : null}
      </div>
      {children}
    </section>
  );
}

interface MfaPasswordStepProps {
  user: User;
  onDone: (appKey: ResultOf<"POST /api/user/mfa/setup">) => void;
  otherAction: ReactNode;
}

/**
 * The first step of the setup asks for the password. Otherwise anyone who finds an open session
 * could set up a second factor of their own and lock the user out.
 */
function MfaPasswordStep({ user, onDone, otherAction }: MfaPasswordStepProps) {
  const hasPassword = useHasPassword();
  const form = useForm({
    resolver: zodResolver(MfaSetup),
    defaultValues: { password: hasPassword ? "" : undefined },
  });
  const setup = useFreshMutation("POST /api/user/mfa/setup", {
    form,
    freshFor: "set up two-factor authentication",
    errorFallback: "Failed to set up two-factor authentication",
    onSuccessMounted: onDone,
  });
  const submit = form.handleSubmit((body) => {
    if (!setup.isPending) setup.mutate({ body });
  });
  return (
    // The method is POST so that a form sent before hydration puts no password into the URL.
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Step
        title={hasPassword ? "1. Your password" : "1. A fresh login"}
        description={
          hasPassword
            ? undefined
            : "Your account has no password. If you did not log in within the last five minutes, you are asked to do it again."
        }
      >
        {/* This field tells password managers to which account the password belongs. */}
        <input hidden readOnly type="text" autoComplete="username" value={user.username} />
        {hasPassword ? (
          <Field label="Password" required error={form.formState.errors.password?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register("password")}
                autoComplete="current-password"
              />
            )}
          </Field>
        ) : null}
        <Button type="submit" pending={setup.isPending} pendingLabel="Checking...">
          Continue
        </Button>
        {otherAction}
      </Step>
    </form>
  );
}

type AppKey = ResultOf<"POST /api/user/mfa/setup">;

interface MfaCodeStepProps {
  appKey: AppKey;
  onConfirmed: (recoveryCodes: string[]) => void;
  otherAction: ReactNode;
}

/**
 * The second step of the setup: the user enters the key in an authenticator app, and confirms the
 * setup with a code from the app.
 */
function MfaCodeStep({ appKey, onConfirmed, otherAction }: MfaCodeStepProps) {
  const { form, submit, isPending } = useConfirmation(onConfirmed);
  const { register, setFocus, formState } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Step
        title="2. Your authenticator app"
        description="Scan the code with an authenticator app, or type the key into it. Then enter the six digits that it shows."
      >
        <QrCode text={appKey.uri} label="QR code for your authenticator app" />
        <TypedKey secret={appKey.secret} />
        <Field
          label="Six-digit code"
          required
          help="All your other sessions are signed out."
          error={formState.errors.code?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              {...register("code")}
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          )}
        </Field>
        <Button type="submit" pending={isPending} pendingLabel="Turning on...">
          Turn on
        </Button>
        {otherAction}
      </Step>
    </form>
  );
}

function useConfirmation(onConfirmed: MfaCodeStepProps["onConfirmed"]) {
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(MfaConfirmation), defaultValues: { code: "" } });
  const confirm = useApiMutation("POST /api/user/mfa/confirm", {
    form,
    errorFallback: "Failed to set up two-factor authentication",
    onSuccess: () => {
      // Updates the cached user at once. Otherwise an admin would be redirected back to the setup
      // until the refetch has finished.
      client.setQueryData(
        currentUserQuery.queryKey,
        (user) => user && { ...user, mustSetUpMfa: false },
      );
      void client.invalidateQueries();
    },
    onSuccessMounted: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onSuccessUnmounted: () =>
      toast({
        title: "Two-factor authentication is on",
        description:
          "Its recovery codes were not shown. You can make new recovery codes in your settings.",
      }),
  });
  useUnsavedChanges(
    confirm.isPending,
    "Two-factor authentication is being turned on, and its recovery codes are shown only here.",
  );
  const submit = form.handleSubmit((body) => {
    if (!confirm.isPending) confirm.mutate({ body });
  });
  return { form, submit, isPending: confirm.isPending };
}

function TypedKey({ secret }: Pick<AppKey, "secret">) {
  return (
    <div>
      <p className="text-sm font-medium">Key</p>
      <div className="mt-1.5 flex items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">
          {secret.match(/.{1,4}/g)?.join(" ")}
        </code>
        <CopyButton text={secret} label="Copy key" />
      </div>
    </div>
  );
}

/** Width of the white margin that scanners need, in modules (the squares of a QR code). */
const QUIET_ZONE = 4;

/** Displays a text as a QR code, black on white in both the light and the dark theme. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) =>
      row.map((isBlack, x) => (isBlack ? `M${String(x)} ${String(y)}h1v1h-1z` : "")),
    )
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
      className="size-48 self-center rounded-lg border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

/**
 * The last step of the setup displays the recovery codes once. The user can copy or download them.
 */
function RecoveryCodes({ codes, nextPath }: { codes: string[]; nextPath: string }) {
  useUnsavedChanges(true, CODES_LOSS);
  const finish = () => {
    forgetUnsavedChanges();
    openNewDocument(nextPath);
  };
  return (
    <Step
      title="3. Your recovery codes"
      description="Two-factor authentication is on. Each of these codes lets you in once without your phone. Keep them where only you find them: they are not shown again."
    >
      <RecoveryCodeList codes={codes} />
      <DownloadCodes codes={codes} />
      <Button onClick={finish}>Done</Button>
    </Step>
  );
}
