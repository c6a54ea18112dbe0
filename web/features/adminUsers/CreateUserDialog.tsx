import { zodResolver } from "@hookform/resolvers/zod";
import type { RefObject } from "react";
import { useForm, useWatch } from "react-hook-form";
import { AdminUserForm } from "#contract/adminUsers.ts";
import { showConflict } from "#web/app/api/showConflict.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { ShownOnceDialog } from "#web/ui/ShownOnceDialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
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

interface TemporaryPasswordDialogProps {
  isOpen: boolean;
  onClose: () => void;
  account: { readonly username: string; readonly password: string };
  focusAfterwards: RefObject<HTMLElement | null>;
}

/**
 * Shows the temporary password of a new account once (docs/product-decisions.md "Accounts").
 */
export function TemporaryPasswordDialog({
  account: { username, password },
  ...frame
}: TemporaryPasswordDialogProps) {
  return (
    <ShownOnceDialog
      {...frame}
      title="Temporary password"
      description={
        <>
          For <span className="wrap-anywhere text-ink">{username}</span>. It must be changed at the
          first login and expires after 24 hours.
        </>
      }
      what="password"
      secret={password}
    >
      <p className="text-sm">Copy it now: it is not shown again.</p>
    </ShownOnceDialog>
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
