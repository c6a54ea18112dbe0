import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod/mini";
import type { Credentials } from "#contract/auth.ts";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { AuthLink } from "./AuthLink.tsx";

/** The form of both steps of a login. */
export type LoginFormState = UseFormReturn<
  z.input<typeof Credentials>,
  unknown,
  z.output<typeof Credentials>
>;

/** The first step of a login: e-mail address and password. */
export function CredentialFields({ form: { register, formState } }: { form: LoginFormState }) {
  const { errors } = formState;
  return (
    <>
      <Field label="Work email" required error={errors.username?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register("username")}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <div className="flex flex-col gap-1.5">
        <Field label="Password" required error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} {...register("password")} autoComplete="current-password" />
          )}
        </Field>
        <p className="self-end text-sm">
          <AuthLink to="/forgot-password">Forgot password?</AuthLink>
        </p>
      </div>
    </>
  );
}
