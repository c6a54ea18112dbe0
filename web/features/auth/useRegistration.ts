import type { FieldValues, Path } from "react-hook-form";
import { authApi } from "#contract/auth.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import type { ErrorForm } from "#web/app/api/applyFieldErrors.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useAfterSignIn } from "./useAfterSignIn.ts";

/**
 * Registers an account. Every error is displayed as a toast or at its field (docs/specification.md
 * "8. Error catalogue"). A taken username or subdomain (409) is displayed in both ways.
 */
export function useRegistration<Values extends FieldValues>(form: ErrorForm<Values>) {
  const registration = useApiMutation(authApi.register, {
    form,
    errorTitle: "Registration failed",
    errorFallback: "Registration failed",
    ...useAfterSignIn(),
    onError: ({ status, serverMessage: message }) => {
      const field = status === 409 && message ? takenField(message) : undefined;
      if (field)
        form.setError(field as Path<Values>, { type: "server", message }, { shouldFocus: true });
    },
  });
  return {
    register: (account: Omit<BodyOf<typeof authApi.register>, "timeZone">) => {
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
