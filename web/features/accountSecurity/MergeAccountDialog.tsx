import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import type { MergePreview } from "#contract/accountMerging.ts";
import { MergeProof } from "#contract/accountMerging.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import type { SendCode } from "#web/ui/CodeField.tsx";
import { CodeField, SendCodeButton, useCountdown } from "#web/ui/CodeField.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { EmailField } from "#web/ui/EmailField.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";

/** For how many minutes a mailed code proves the other account. */
const MINUTES = 10;

interface MergeAccountDialogProps {
  /** The address of the user's account. */
  address: string;
  onClose: () => void;
}

/** Merges another account of the user into this one: proves that it is theirs, then asks. */
export function MergeAccountDialog({ address, onClose }: MergeAccountDialogProps) {
  const [preview, setPreview] = useState<MergePreview | null>(null);
  if (preview) return <MergeQuestion address={address} preview={preview} onClose={onClose} />;
  return <ProofDialog onProved={setPreview} onClose={onClose} />;
}

type ProofForm = UseFormReturn<z.input<typeof MergeProof>, unknown, z.output<typeof MergeProof>>;

const FRESH_FOR = "merge another account into yours";

interface ProofDialogProps {
  onProved: (preview: MergePreview) => void;
  onClose: () => void;
}

/** The first step: address, and password or mailed code of the other account. */
function ProofDialog({ onProved, onClose }: ProofDialogProps) {
  const [way, setWay] = useState<"password" | "code">("password");
  const [asksForFactor, setAsksForFactor] = useState(false);
  const form: ProofForm = useForm({
    resolver: zodResolver(MergeProof),
    defaultValues: { username: "" },
  });
  // Only the fields that are shown are sent.
  const change = (next: "password" | "code") => {
    form.unregister(next === "code" ? "password" : "mailedCode");
    setWay(next);
  };
  const proof = useFreshMutation("POST /api/user/merge/proof", {
    form,
    freshFor: FRESH_FOR,
    errorFallback: "Failed to check the other account",
    // The first response that asks for the second factor is not an error.
    isShown: ({ fieldErrors }, { body }) =>
      fieldErrors["secondFactorCode"] !== undefined && body?.secondFactorCode === undefined,
    onError: ({ fieldErrors }) => {
      if (fieldErrors["secondFactorCode"]) setAsksForFactor(true);
    },
    onSuccessMounted: onProved,
  });
  const submit = form.handleSubmit((body) => {
    if (!proof.isPending) proof.mutate({ body });
  });
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Merge another account"
      description="If you have two accounts here, what the other one has written moves to this one. First show that it is yours."
      isDirty={isDirty}
      isPending={proof.isPending}
      submitLabel="Continue"
      pendingLabel="Checking..."
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-5">
        <EmailField
          label="Email of the other account"
          register={() => form.register("username")}
          error={errors.username?.message}
          autoComplete="off"
        />
        <ProofFields form={form} way={way} onWayChange={change} />
        {asksForFactor ? <FactorField form={form} /> : null}
      </div>
    </FormDialog>
  );
}

interface ProofFieldsProps {
  form: ProofForm;
  way: "password" | "code";
  onWayChange: (way: "password" | "code") => void;
}

/** The password of the other account, or the code that was mailed to it. */
function ProofFields({ form, way, onWayChange }: ProofFieldsProps) {
  const [secondsLeft, startCountdown] = useCountdown();
  const { isPending, isSuccess, mutate } = useFreshMutation("POST /api/user/merge/code", {
    form,
    freshFor: FRESH_FOR,
    errorFallback: "Failed to send the code",
    onSuccessMounted: ({ resendIn }) => {
      startCountdown(resendIn);
      onWayChange("code");
    },
  });
  const mail = async () => {
    const username = form.getValues("username");
    if (username !== undefined && (await form.trigger("username")) && !isPending)
      mutate({ body: { username } });
  };
  const code = { send: () => void mail(), isPending, isSent: isSuccess, secondsLeft };
  const switchToPassword = () => {
    onWayChange("password");
    form.setFocus("username");
  };
  return way === "code" ? (
    <CodeFields form={form} code={code} onBack={switchToPassword} />
  ) : (
    <PasswordFields form={form} code={code} />
  );
}

interface CodeFieldsProps {
  form: ProofForm;
  code: SendCode;
}

function PasswordFields({ form, code: { send, isPending } }: CodeFieldsProps) {
  const { sendsMail } = usePortal();
  return (
    <>
      <Field
        label="Password of the other account"
        required
        error={form.formState.errors.password?.message}
      >
        {(control) => (
          <PasswordInput {...control} {...form.register("password")} autoComplete="off" />
        )}
      </Field>
      {sendsMail ? (
        <div>
          <Button variant="ghost" pending={isPending} pendingLabel="Sending..." onClick={send}>
            Email a code to it instead
          </Button>
        </div>
      ) : null}
    </>
  );
}

function CodeFields({ form, code, onBack }: CodeFieldsProps & { onBack: () => void }) {
  const focusField = () => form.setFocus("mailedCode");
  // Moves the focus, because the button that had the focus no longer exists.
  useEffect(() => form.setFocus("mailedCode"), [form]);
  return (
    <>
      <CodeField
        input={form.register("mailedCode")}
        error={form.formState.errors.mailedCode?.message}
        minutes={MINUTES}
      />
      <div className="flex flex-wrap gap-3">
        <SendCodeButton code={code} focusField={focusField} />
        <Button variant="ghost" onClick={onBack}>
          Use the password
        </Button>
      </div>
    </>
  );
}

function FactorField({ form }: { form: ProofForm }) {
  useEffect(() => form.setFocus("secondFactorCode"), [form]);
  return (
    <Field
      label="Two-factor code of the other account"
      required
      help="The six digits of its authenticator app, or one of its recovery codes."
      error={form.formState.errors.secondFactorCode?.message}
    >
      {(control) => (
        <TextInput
          {...control}
          {...form.register("secondFactorCode")}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

interface MergeQuestionProps extends MergeAccountDialogProps {
  preview: MergePreview;
}

/** The second step: what moves, and what ends. */
function MergeQuestion({ address, preview, onClose }: MergeQuestionProps) {
  const client = useQueryClient();
  const merge = useApiMutation("POST /api/user/merge", {
    success: {
      title: "Accounts merged successfully",
      description: "If the other account was large, some of it appears in a few minutes.",
    },
    errorFallback: "Failed to merge the accounts",
    onSuccess: () => void client.invalidateQueries(),
    onSuccessMounted: onClose,
  });
  const { username, fullName, items, comments, votes, reactions, follows, identities } = preview;
  const moved = [
    countLabel(items, "item"),
    countLabel(comments, "comment"),
    countLabel(votes, "vote"),
    countLabel(reactions, "reaction"),
    countLabel(follows, "followed item"),
    ...(identities > 0 ? [countLabel(identities, "connected provider")] : []),
  ];
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Merge the accounts"
      description="This cannot be undone."
      confirmLabel="Merge accounts"
      pendingLabel="Merging..."
      pending={merge.isPending}
      onConfirm={() => merge.mutate()}
    >
      <ul className="mb-5 flex list-disc flex-col gap-1.5 pl-5 text-sm wrap-anywhere">
        <li>
          {fullName === null ? username : `${fullName} (${username})`} becomes part of {address}.
        </li>
        <li>These move: {moved.join(", ")}. What both accounts have counts once.</li>
        <li>
          The other account is deleted. Its password, passkeys and sessions end, and its address is
          free.
        </li>
        <li>This account keeps its name, picture and settings. Both addresses get a mail.</li>
      </ul>
    </ConfirmDialog>
  );
}
