import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { NewCompanyAccount } from "#contract/auth.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useRegistration } from "./useRegistration.ts";

/** On the product's own host: a company and its admin (SPEC section 2, /register). */
export function RegisterCompanyForm() {
  const { baseDomain } = usePortal();
  const form = useForm({
    resolver: zodResolver(NewCompanyAccount),
    defaultValues: { fullName: "", username: "", companyName: "", subdomain: "", password: "" },
  });
  const { errors } = form.formState;
  const { register, isPending } = useRegistration(form);
  const submit = form.handleSubmit((account) =>
    register({ body: { ...account, role: "company_admin" } }),
  );
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Full name" required error={errors.fullName?.message}>
        {(control) => <TextInput {...control} {...form.register("fullName")} autoComplete="name" />}
      </Field>
      <Field label="Work email" required error={errors.username?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register("username")}
            type="email"
            autoComplete="username"
          />
        )}
      </Field>
      <Field label="Company/app name" required error={errors.companyName?.message}>
        {(control) => (
          <TextInput {...control} {...form.register("companyName")} autoComplete="organization" />
        )}
      </Field>
      <Field
        label="Portal subdomain"
        required
        help="The address of your portal. It must be unique and cannot be changed later."
        error={errors.subdomain?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register("subdomain")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputClassName="lowercase"
            end={`.${baseDomain}`}
          />
        )}
      </Field>
      <Field
        label="Password"
        required
        help={errors.password ? undefined : "At least 8 characters."}
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput {...control} {...form.register("password")} autoComplete="new-password" />
        )}
      </Field>
      <Button type="submit" pending={isPending} pendingLabel="Creating account...">
        Sign up
      </Button>
    </form>
  );
}
