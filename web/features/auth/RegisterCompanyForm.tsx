import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { NewCompanyAccount } from "#contract/auth.ts";
import { NameFields, NewPasswordField } from "./AccountFields.tsx";
import { CompanyFields } from "./CompanyFields.tsx";
import { RegistrationForm } from "./RegistrationForm.tsx";
import { useRegistration } from "./useRegistration.ts";

/**
 * Registers a company and its admin on the product's own host (docs/specification.md "/register").
 */
export function RegisterCompanyForm() {
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
      <CompanyFields form={form} isRegistering={isPending} />
      <NewPasswordField register={form.register} errors={errors} />
    </RegistrationForm>
  );
}
