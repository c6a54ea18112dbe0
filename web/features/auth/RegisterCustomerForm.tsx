import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { NewCustomerAccount } from "#contract/auth.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useRegistration } from "./useRegistration.ts";

/** On a company's host: a customer of that company (DECISIONS "Accounts"). */
export function RegisterCustomerForm() {
  const form = useForm({
    resolver: zodResolver(NewCustomerAccount),
    defaultValues: { fullName: "", username: "", password: "" },
  });
  const { errors } = form.formState;
  const { register, isPending } = useRegistration(form);
  const submit = form.handleSubmit((account) => register({ body: { ...account, role: "user" } }));
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
