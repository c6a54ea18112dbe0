import { zodResolver } from "@hookform/resolvers/zod";
import type { RefObject } from "react";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { AdminUserForm } from "#contract/adminUsers.ts";
import { showConflict } from "#web/app/api/showConflict.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { DiscardQuestion } from "#web/ui/DiscardQuestion.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { CompanyChoiceField, IdentityFields, useCompanyChoice } from "./UserFields.tsx";
import type { NewUserValues } from "./userForm.ts";
import { conflictField } from "./userForm.ts";

interface CreateUserDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /**
   * Called with the username and the temporary password of the new account. The password cannot be
   * retrieved later.
   */
  onCreated: (account: { username: string; password: string }) => void;
}

/**
 * The dialog 'Create New User' creates a company admin with a temporary password
 * (docs/specification.md "/admin/users (super admin only; others sent to /)";
 * docs/product-decisions.md "Accounts").
 */
export function CreateUserDialog({ isOpen, onClose, onCreated }: CreateUserDialogProps) {
  const form = useForm<NewUserValues>({
    resolver: zodResolver(AdminUserForm),
    defaultValues: { username: "", fullName: "", companyName: "" },
  });
  const company = useCompanyChoice({
    typed: useWatch({ control: form.control, name: "companyName" }),
    current: "",
    write: (name) => form.setValue("companyName", name, { shouldDirty: true }),
  });
  const create = useApiMutation("POST /api/register", {
    form,
    changes: "accounts",
    success: { title: "User Created", description: "New company admin user created successfully" },
    errorFallback: "Failed to create user",
    onSuccessMounted: ({ username }, { body }) => {
      onClose();
      onCreated({ username, password: body.password });
    },
    onSuccessUnmounted: ({ username }) =>
      toast({
        title: "User Created",
        description: `The password of ${username} was not shown. They can set one with "Forgot password?" at the login.`,
      }),
    onError: (error) => {
      const field = conflictField(error) === "companyName" ? "companyName" : "username";
      if (error.status === 409 && field === "companyName") company.lookUp();
      showConflict(form, error, field);
    },
  });
  useUnsavedChanges(isOpen && create.isPending, "The account's password is shown only here.");
  const submit = form.handleSubmit((checked) => {
    if (create.isPending || !company.isAnswered()) return;
    const account = { ...checked, ...company.choice, role: "company_admin" } as const;
    create.mutate({ body: { ...account, password: temporaryPassword() } });
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Create New User"
      description="A company admin. A temporary password is made for the account and shown once."
      isDirty={form.formState.isDirty}
      isPending={create.isPending}
      submitLabel="Create User"
      pendingLabel="Saving..."
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-4">
        <IdentityFields
          register={form.register}
          errors={form.formState.errors}
          companyHelp="Type a name, then pick the company from the list, or found a new one."
          isCompanyRequired
        />
        <CompanyChoiceField question={company} />
      </div>
    </FormDialog>
  );
}

const LOSS = "The password is not shown again.";

interface TemporaryPasswordDialogProps {
  isOpen: boolean;
  onClose: () => void;
  account: { readonly username: string; readonly password: string };
  /**
   * Gets the focus after this dialog has closed, because the dialog that was open before no longer
   * exists.
   */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/**
 * Displays the temporary password of a new account once, with a button to copy it
 * (docs/product-decisions.md "Accounts"). Closing the dialog without "Done" requires a
 * confirmation.
 */
export function TemporaryPasswordDialog({
  isOpen,
  onClose,
  account,
  focusAfterwards,
}: TemporaryPasswordDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  useUnsavedChanges(isOpen, LOSS);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => setIsAsking(true)}
      title="Temporary password"
      description={
        <>
          For <span className="wrap-anywhere text-ink">{account.username}</span>. It must be changed
          at the first login and expires after 24 hours.
        </>
      }
      // A dialog with `onSubmit` does not close when the user clicks outside. Otherwise a click
      // outside would lose the password.
      onSubmit={onClose}
      footer={
        <Button type="submit" data-autofocus>
          Done
        </Button>
      }
    >
      <Password password={account.password} focusAfterwards={focusAfterwards} />
      <DiscardQuestion
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onDiscard={onClose}
        warning={LOSS}
      />
    </Dialog>
  );
}

interface PasswordProps {
  password: string;
  focusAfterwards: RefObject<HTMLElement | null>;
}

function Password({ password, focusAfterwards }: PasswordProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <>
      <div className="flex items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-base wrap-anywhere">{password}</code>
        <CopyButton text={password} label="Copy password" />
      </div>
      <p className="mt-3 text-sm">Copy it now: it is not shown again.</p>
    </>
  );
}

/**
 * There are 32 symbols, so that each symbol encodes five random bits. Letters that are easily
 * confused with other symbols are left out.
 */
const SYMBOLS = "0123456789abcdefghjkmnpqrstvwxyz";

const GROUPS = 6;
const GROUP_LENGTH = 4;

/**
 * Returns a random password of 120 bits in groups that are easy to read aloud. Runs in the browser
 * only.
 */
export function temporaryPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH));
  const symbols = Array.from(bytes, (byte) => SYMBOLS.charAt(byte % SYMBOLS.length)).join("");
  return Array.from({ length: GROUPS }, (_, group) =>
    symbols.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH),
  ).join("-");
}
