import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Passkey, PasskeyCreation } from "#contract/passkeys.ts";
import { PasskeyChange } from "#contract/passkeys.ts";
import type { SignInMethods } from "#contract/signInMethods.ts";
import { signInMethodsQuery } from "#web/app/api/signInMethods.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";

/** Returns a function that refetches the ways into the account. */
function useRefetch(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: signInMethodsQuery.queryKey });
}

/** Says where a passkey works that is added on this page. */
function placeOf({ name, isShared }: SignInMethods["passkeyDomain"]): string {
  return isShared ? `It works at ${name} and every portal below it.` : `It works at ${name} only.`;
}

interface AddPasskeyProps {
  domain: SignInMethods["passkeyDomain"];
}

/** A button that adds a passkey after asking for its name. */
export function AddPasskey({ domain }: AddPasskeyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useHydrated();
  if (isHydrated && !("PublicKeyCredential" in window))
    return (
      <p className="text-sm text-muted">
        Passkeys need an address with https and a browser that supports them.
      </p>
    );
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Add a passkey
      </Button>
      {isOpen ? <AddPasskeyDialog domain={domain} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

const FAILURE = "Failed to add the passkey";

function AddPasskeyDialog({ domain, onClose }: AddPasskeyProps & { onClose: () => void }) {
  const refetch = useRefetch();
  const [isCreating, setIsCreating] = useState(false);
  const form = useForm({ resolver: zodResolver(PasskeyChange), defaultValues: { name: "" } });
  const add = useFreshMutation("POST /api/passkeys", {
    form,
    freshFor: "add a passkey",
    success: "Passkey added successfully",
    errorFallback: FAILURE,
    onSuccess: refetch,
    onSuccessMounted: onClose,
  });
  const create = async (optionsJSON: PasskeyCreation) => {
    setIsCreating(true);
    try {
      const { startRegistration } = await import("@simplewebauthn/browser");
      const credential = await startRegistration({ optionsJSON });
      add.mutate({ body: { name: form.getValues("name"), credential } });
    } catch (error) {
      form.setError("name", { message: problemOf(error) });
    } finally {
      setIsCreating(false);
    }
  };
  const creation = useFreshMutation("POST /api/passkeys/creation", {
    freshFor: "add a passkey",
    errorFallback: FAILURE,
    onSuccessMounted: (options) => void create(options),
  });
  const isPending = creation.isPending || isCreating || add.isPending;
  const submit = form.handleSubmit(() => {
    if (!isPending) creation.mutate();
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Add a passkey"
      description={`You log in with your fingerprint, face or PIN instead of the password. ${placeOf(domain)}`}
      isDirty={false}
      isPending={isPending}
      submitLabel="Continue"
      pendingLabel="Waiting for your device..."
      onSubmit={() => void submit()}
    >
      <NameField form={form} />
    </FormDialog>
  );
}

/** Returns the text for an error of the browser. */
function problemOf(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device has a passkey for your account already.";
  return "Your device did not create the passkey. Try again, or use another device.";
}

type NameForm = ReturnType<typeof useForm<{ name: string }>>;

function NameField({
  form: { register, formState },
}: {
  form: Pick<NameForm, "register" | "formState">;
}) {
  return (
    <Field
      label="Name"
      required
      help="By which you know it again, such as Work laptop."
      error={formState.errors.name?.message}
    >
      {(control) => <TextInput {...control} {...register("name")} autoComplete="off" />}
    </Field>
  );
}

/** The buttons that rename and remove a passkey. */
export function PasskeyButtons({ passkey }: { passkey: Passkey }) {
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={`Rename ${passkey.name}`}
        onClick={() => setOpen("rename")}
      >
        Rename
      </Button>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={`Remove ${passkey.name}`}
        onClick={() => setOpen("remove")}
      >
        Remove
      </Button>
      {open === "rename" ? <RenameDialog passkey={passkey} onClose={close} /> : null}
      {open === "remove" ? <RemoveDialog passkey={passkey} onClose={close} /> : null}
    </>
  );
}

interface PasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

function RenameDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const refetch = useRefetch();
  const form = useForm({ resolver: zodResolver(PasskeyChange), defaultValues: { name } });
  const rename = useApiMutation("PATCH /api/passkeys/:id", {
    form,
    success: "Passkey renamed successfully",
    errorFallback: "Failed to rename the passkey",
    onSuccess: refetch,
    onSuccessMounted: onClose,
  });
  const submit = form.handleSubmit((body) => {
    if (!rename.isPending) rename.mutate({ params: { id }, body });
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Rename the passkey"
      isDirty={form.formState.isDirty}
      isPending={rename.isPending}
      submitLabel="Rename"
      pendingLabel="Renaming..."
      onSubmit={() => void submit()}
    >
      <NameField form={form} />
    </FormDialog>
  );
}

function RemoveDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const refetch = useRefetch();
  const removal = useFreshMutation("DELETE /api/passkeys/:id", {
    freshFor: "remove the passkey",
    success: "Passkey removed successfully",
    errorFallback: "Failed to remove the passkey",
    onSuccess: refetch,
    onSuccessMounted: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${name}`}
      description="You can no longer log in with this passkey. Delete it on your device as well, because your device still offers it."
      confirmLabel="Remove passkey"
      pendingLabel="Removing..."
      pending={removal.isPending}
      onConfirm={() => removal.mutate({ params: { id } })}
    />
  );
}
