import type { ReactNode } from "react";
import { ProfileChange } from "#contract/account.ts";
import { USER_ROLE_LABELS } from "#contract/userRoles.ts";
import type { User } from "#contract/users.ts";
import { currentUserQuery } from "#web/app/api/session.ts";
import { useHasPassword } from "#web/app/api/signInMethods.ts";
import { useSettingsForm } from "#web/app/api/useSettingsForm.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { SettingsForm } from "#web/ui/SettingsForm.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { OwnPicture } from "./OwnPicture.tsx";

interface ProfileCardProps {
  user: User;
  /** The path of the page that changes the password. */
  passwordPath: string;
  /** Says whether the e-mail address is confirmed. */
  addressState: ReactNode;
}

/** The card in which users change their picture and their name. */
export function ProfileCard({ user, passwordPath, addressState }: ProfileCardProps) {
  const { form, save, isSaving } = useProfileForm(user);
  const { errors, isDirty } = form.formState;
  return (
    <SettingsForm
      title="Profile"
      description="What others see of you."
      isSaving={isSaving}
      isChanged={isDirty}
      onSave={save}
      otherAction={
        useHasPassword() ? (
          <Button asChild variant="secondary" className="mr-auto">
            <a href={passwordPath}>Change password</a>
          </Button>
        ) : null
      }
    >
      <div className="flex flex-col gap-5">
        <OwnPicture user={user} />
        <Field label="Full name" required error={errors.fullName?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register("fullName")}
              defaultValue={user.fullName ?? ""}
              autoComplete="name"
            />
          )}
        </Field>
        <dl className="flex flex-col gap-5">
          <div>
            <dt className="text-muted">Username</dt>
            <dd className="mt-0.5 text-base wrap-anywhere">{user.username}</dd>
            {addressState}
          </div>
          <div>
            <dt className="text-muted">Role</dt>
            <dd className="mt-0.5 text-base">{USER_ROLE_LABELS[user.role]}</dd>
          </div>
        </dl>
      </div>
    </SettingsForm>
  );
}

function useProfileForm({ fullName }: User) {
  return useSettingsForm("PATCH /api/user", {
    values: { fullName: fullName ?? "" },
    valuesOf: (saved) => ({ fullName: saved.fullName ?? "" }),
    query: currentUserQuery,
    schema: ProfileChange,
    inputOf: (body) => ({ body }),
    changes: "ownProfile",
    success: "Profile saved successfully",
    errorFallback: "Failed to save profile",
  });
}
