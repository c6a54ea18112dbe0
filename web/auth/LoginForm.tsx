import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { authApi, Credentials } from "#contract/auth.ts";
import { useApiMutation } from "#web/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { AuthLink } from "./AuthLink.tsx";
import { useEnter } from "./useEnter.ts";

/** Work email and password (SPEC section 2, /login). */
export function LoginForm() {
  const form = useForm({
    resolver: zodResolver(Credentials),
    defaultValues: { username: "", password: "" },
  });
  const { errors } = form.formState;
  const login = useApiMutation(authApi.login, {
    form,
    errorTitle: "Login failed",
    errorFallback: "Invalid credentials",
    onSuccess: useEnter(),
    onError: () => form.setFocus("password", { shouldSelect: true }),
  });
  return (
    // By POST, so that a form sent before the page is hydrated keeps the password out of the address.
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit((body) => login.mutate({ body }))(event)}
    >
      <Field label="Work email" required error={errors.username?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register("username")}
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
            <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" />
          )}
        </Field>
        <p className="self-end text-sm">
          <AuthLink to="/forgot-password">Forgot password?</AuthLink>
        </p>
      </div>
      <Button type="submit" pending={login.isPending || login.isSuccess} pendingLabel="Logging in...">
        Log in
      </Button>
    </form>
  );
}
