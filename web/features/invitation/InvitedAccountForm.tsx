import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { InvitedAccount } from "#contract/invitations.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { InvitationGone } from "./InvitationGone.tsx";
import { isGone, useAccept } from "./useAccept.ts";

interface InvitedAccountFormProps {
  token: string;
  username: string;
  homePath: string;
}

/** Creates an account for the invited e-mail address and accepts the invitation. */
export function InvitedAccountForm({ token, username, homePath }: InvitedAccountFormProps) {
  const form = useForm({
    resolver: zodResolver(InvitedAccount),
    defaultValues: { fullName: "", password: "" },
  });
  const { errors } = form.formState;
  const accept = useAccept(homePath, form);
  if (isGone(accept.error)) return <InvitationGone takesFocus />;
  const isPending = accept.isPending || accept.isSuccess;
  const submit = form.handleSubmit((account) => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (!isPending) accept.mutate({ params: { token }, body: { ...account, timeZone } });
  });
  return (
    // The method is POST so that a form sent before hydration puts no password into the URL.
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      {/* Password managers store the password under this e-mail address. */}
      <input type="hidden" autoComplete="username" name="username" value={username} />
      <Field label="Full name" required error={errors.fullName?.message}>
        {(control) => <TextInput {...control} {...form.register("fullName")} autoComplete="name" />}
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
        Create account
      </Button>
    </form>
  );
}
