import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import type { ResponseOf } from "#contract/endpoint.ts";
import { mfaApi, MfaSetup } from "#contract/mfa.ts";
import type { User } from "#contract/users.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";

interface MfaPasswordStepProps {
  user: User;
  onDone: (appKey: ResponseOf<typeof mfaApi.setup>) => void;
  otherAction: ReactNode;
}

/**
 * The first step of the setup asks for the password. Otherwise anyone who finds an open session
 * could set up a second factor of their own and lock the user out.
 */
export function MfaPasswordStep({ user, onDone, otherAction }: MfaPasswordStepProps) {
  const form = useForm({ resolver: zodResolver(MfaSetup), defaultValues: { password: "" } });
  const setup = useApiMutation(mfaApi.setup, {
    form,
    errorFallback: "Failed to set up two-factor authentication",
    onSuccessMounted: onDone,
  });
  const submit = form.handleSubmit((body) => {
    if (!setup.isPending) setup.mutate({ body });
  });
  return (
    // The method is POST so that a form sent before hydration puts no password into the URL.
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Card
        title="1. Your password"
        footer={
          <>
            {otherAction}
            <Button type="submit" pending={setup.isPending} pendingLabel="Checking...">
              Continue
            </Button>
          </>
        }
      >
        <div className="max-w-md">
          {/* This field tells password managers to which account the password belongs. */}
          <input hidden readOnly type="text" autoComplete="username" value={user.username} />
          <Field label="Password" required error={form.formState.errors.password?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register("password")}
                autoComplete="current-password"
              />
            )}
          </Field>
        </div>
      </Card>
    </form>
  );
}
