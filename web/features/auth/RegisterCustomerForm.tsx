import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { NewCustomerAccount } from "#contract/auth.ts";
import { NameFields, NewPasswordField } from "./AccountFields.tsx";
import { RegistrationForm } from "./RegistrationForm.tsx";
import { useRegistration } from "./useRegistration.ts";

/** Registers a customer on the company's own host (docs/product-decisions.md "Accounts"). */
export function RegisterCustomerForm() {
  const form = useForm({
    resolver: zodResolver(NewCustomerAccount),
    defaultValues: { fullName: "", username: "", password: "" },
  });
  const { errors } = form.formState;
  const { register, isPending } = useRegistration(form);
  const submit = form.handleSubmit((account) => register({ ...account, role: "user" }));
  return (
    <RegistrationForm onSubmit={submit} isPending={isPending}>
      <NameFields register={form.register} errors={errors} />
      <NewPasswordField register={form.register} errors={errors} />
    </RegistrationForm>
  );
}
