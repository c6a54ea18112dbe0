import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useForm, useWatch } from "react-hook-form";
import type { AdminUser } from "#contract/adminUsers.ts";
import { USER_ROLE_LABELS, USER_ROLES } from "#contract/userRoles.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { showConflict } from "#web/app/api/showConflict.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Select } from "#web/ui/Select.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { EndSessions, reloadPage, TurnMfaOff, UserData } from "./AccountActions.tsx";
import type { CompanyQuestion } from "./UserFields.tsx";
import { CompanyChoiceField, IdentityFields, useCompanyChoice } from "./UserFields.tsx";
import type { EditedUserValues } from "./userForm.ts";
import {
  conflictField,
  editedUserForm,
  needsCompany,
  userChanges,
  userFormValues,
} from "./userForm.ts";

interface EditUserDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: AdminUser;
}

/**
 * The dialog 'Edit User' for the e-mail address, name, company, role, activation, second factor,
 * sessions and data of an account.
 */
export function EditUserDialog({ isOpen, onClose, user }: EditUserDialogProps) {
  const form = useForm<EditedUserValues>({
    resolver: zodResolver(editedUserForm(user)),
    defaultValues: userFormValues(user),
  });
  const { register, formState } = form;
  const [hasMfa, setHasMfa] = useState(user.hasMfa);
  const endSessions = useRef<HTMLButtonElement>(null);
  const [typedName, role] = useWatch({ control: form.control, name: ["companyName", "role"] });
  const company = useCompanyChoice(typedName, user.companyName ?? "");
  const { save, isPending } = useUpdateUser({ user, form, company, onSaved: onClose });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Edit User"
      isDirty={formState.isDirty}
      isPending={isPending}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      onSubmit={() => void form.handleSubmit(save)()}
    >
      <div className="flex flex-col gap-4">
        <IdentityFields
          register={register}
          errors={formState.errors}
          companyHelp="Another name moves the account to the company of that name, or else to a new one."
          isCompanyRequired={needsCompany(user, role)}
        />
        <CompanyChoiceField question={company} />
        <Field label="Role" error={formState.errors.role?.message}>
          {(control) => (
            <Select {...control} {...register("role")}>
              {USER_ROLES.map((value) => (
                <option key={value} value={value}>
                  {USER_ROLE_LABELS[value]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Switch
          label="Active"
          help="A deactivated account cannot log in, and is signed out."
          {...register("isActive")}
        />
        {hasMfa ? (
          <TurnMfaOff user={user} onDone={() => setHasMfa(false)} focusAfterwards={endSessions} />
        ) : null}
        <EndSessions user={user} button={endSessions} />
        <UserData user={user} onDeleted={onClose} />
      </div>
    </FormDialog>
  );
}

interface UpdateUserOptions {
  readonly user: AdminUser;
  readonly form: Pick<UseFormReturn<EditedUserValues>, "getValues" | "setError">;
  readonly company: CompanyQuestion;
  readonly onSaved: () => void;
}

/** Updates an account. Validation errors and conflicts are displayed beside their fields. */
function useUpdateUser({ user, form, company, onSaved }: UpdateUserOptions) {
  const isOwn = useCurrentUser()?.id === user.id;
  const update = useApiMutation("PATCH /api/admin/users/:id", {
    form,
    changes: "accounts",
    success: { title: "User Updated", description: "User updated successfully" },
    errorFallback: "Failed to update user",
    onSuccessMounted: ({ role, isActive, companyId }) => {
      onSaved();
      const isSignedOut = role !== user.role || !isActive || companyId !== user.companyId;
      if (isOwn && isSignedOut) reloadPage();
    },
    onError: (error) => {
      const field = conflictField(error);
      if (error.status === 409 && field === "companyName") company.lookUp();
      showConflict(form, error, field);
    },
  });
  const save = (checked: EditedUserValues) => {
    if (update.isPending || !company.isAnswered()) return;
    const body = { ...userChanges(user, checked), ...company.choice };
    update.mutate({ params: { id: user.id }, body });
  };
  return { save, isPending: update.isPending };
}
