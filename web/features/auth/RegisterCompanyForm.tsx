import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { NewCompanyAccount } from "#contract/auth.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { NameFields, NewPasswordField } from "./AccountFields.tsx";
import { RegistrationForm } from "./RegistrationForm.tsx";
import { useRegistration } from "./useRegistration.ts";

/**
 * Registers a company and its admin on the product's own host (docs/specification.md "/register").
 */
export function RegisterCompanyForm() {
  const { baseDomain } = usePortal();
  const form = useForm({
    resolver: zodResolver(NewCompanyAccount),
    defaultValues: { fullName: "", username: "", companyName: "", subdomain: "", password: "" },
  });
  const { errors } = form.formState;
  const { register, isPending } = useRegistration(form);
  const submit = form.handleSubmit((account) => register({ ...account, role: "company_admin" }));
  return (
    <RegistrationForm onSubmit={submit} isPending={isPending}>
      <NameFields register={form.register} errors={errors} />
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
      <NewPasswordField register={form.register} errors={errors} />
    </RegistrationForm>
  );
}
