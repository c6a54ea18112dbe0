import type { BodyOf } from "#contract/api.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode, SubmitEvent } from "react";
import type { FieldError, FieldValues, Path, UseFormRegisterReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import { NewCompanyAccount, NewCustomerAccount } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import type { ErrorForm } from "#web/app/api/useApiMutation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { EmailField } from "#web/ui/EmailField.tsx";
import { Field } from "#web/ui/Field.tsx";
import { NewPasswordInput } from "#web/ui/NewPasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { SignInFormProps } from "./LoginForm.tsx";
import { CompanyFields } from "./CompanyFields.tsx";
import { useAfterSignIn } from "./useAfterSignIn.ts";

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

/** Registers a customer on the company's own host (docs/product-decisions.md "Accounts"). */
export function RegisterCustomerForm({ onSignedIn }: SignInFormProps) {
  const form = useForm({
    resolver: zodResolver(NewCustomerAccount),
    defaultValues: { fullName: "", username: "", password: "" },
  });
  const { errors } = form.formState;
  const { register, isPending } = useRegistration(form, onSignedIn);
  const submit = form.handleSubmit((account) => register({ ...account, role: "user" }));
  return (
    <RegistrationForm onSubmit={submit} isPending={isPending}>
      <NameFields register={form.register} errors={errors} />
      <NewPasswordField register={form.register} errors={errors} />
    </RegistrationForm>
  );
}

interface RegistrationFormProps {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  isPending: boolean;
  /** The fields of the form. */
  children: ReactNode;
}

/**
 * The frame of a registration form with its submit button. The method is POST so that a form sent
 * before hydration does not put the password into the URL.
 */
function RegistrationForm({ onSubmit, isPending, children }: RegistrationFormProps) {
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void onSubmit(event)}
    >
      {children}
      <Button type="submit" pending={isPending} pendingLabel="Creating account...">
        Sign up
      </Button>
    </form>
  );
}

type AccountField = "fullName" | "username" | "password";

interface AccountFieldsProps {
  register: (field: AccountField) => UseFormRegisterReturn;
  errors: Readonly<Partial<Record<AccountField, FieldError>>>;
}

/** The name and e-mail fields of a new account. */
function NameFields({ register, errors }: AccountFieldsProps) {
  return (
    <>
      <Field label="Full name" required error={errors.fullName?.message}>
        {(control) => <TextInput {...control} {...register("fullName")} autoComplete="name" />}
      </Field>
      <EmailField register={() => register("username")} error={errors.username?.message} />
    </>
  );
}

/** The password field of a new account. */
function NewPasswordField({ register, errors }: AccountFieldsProps) {
  return (
    <Field
      label="Password"
      required
      help={errors.password ? undefined : "At least 8 characters."}
      error={errors.password?.message}
    >
      {(control) => <NewPasswordInput {...control} {...register("password")} />}
    </Field>
  );
}

/**
 * Registers an account. Every error is displayed as a toast or at its field (docs/specification.md
 * "8. Error catalogue"). A taken username or subdomain (409) is displayed in both ways.
 */
function useRegistration<Values extends FieldValues>(
  form: ErrorForm<Values>,
  onSignedIn?: (user: User) => void,
) {
  const registration = useApiMutation("POST /api/register", {
    form,
    errorTitle: "Registration failed",
    errorFallback: "Registration failed",
    ...useAfterSignIn(onSignedIn),
    onError: ({ status, serverMessage: message }) => {
      const field = status === 409 && message ? takenField(message) : undefined;
      if (field)
        form.setError(field as Path<Values>, { type: "server", message }, { shouldFocus: true });
    },
  });
  return {
    register: (account: Omit<BodyOf<"POST /api/register">, "timeZone">) => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      registration.mutate({ body: { ...account, timeZone } });
    },
    isPending: registration.isPending || registration.isSuccess,
  };
}

/**
 * Returns the field that caused a conflict. The server's message starts with the name of this field
 * (docs/product-decisions.md "HTTP").
 */
function takenField(message: string): string | undefined {
  const fields = { Username: "username", Subdomain: "subdomain" } as const;
  return Object.entries(fields).find(([word]) => message.startsWith(word))?.[1];
}

/**
 * Shown instead of the registration form if registration is disabled (docs/product-decisions.md
 * "Accounts"). Names a contact who can provide an account.
 */
export function RegistrationClosed() {
  const { company, provider } = usePortal();
  return (
    <div className="rounded-lg border bg-sunken px-4 py-3 text-base">
      <p className="font-medium">Public registration is disabled</p>
      {company ? (
        <p className="mt-1">
          Ask <ContactLink href={company.website}>{company.name}</ContactLink> for an account.
        </p>
      ) : (
        <p className="mt-1">
          Ask an admin of your company to invite you, or ask{" "}
          <ContactLink href={provider.url}>{provider.name}</ContactLink> to set up a portal for your
          company.
        </p>
      )}
    </div>
  );
}

/** The contact's name. If the contact has a URL, the name is a link to this URL. */
function ContactLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <span className="font-medium wrap-anywhere">{children}</span>;
  return (
    <a href={href} rel="noopener" className="rounded font-medium underline wrap-anywhere">
      {children}
    </a>
  );
}
