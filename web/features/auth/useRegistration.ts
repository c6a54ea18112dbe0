import type { FieldValues, Path } from "react-hook-form";
import { authApi } from "#contract/auth.ts";
import type { ErrorForm } from "#web/app/api/applyFieldErrors.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useEnter } from "./useEnter.ts";

/** Registration with its toasts (SPEC section 8); what is already taken is also said beside its field. */
export function useRegistration<Values extends FieldValues>(form: ErrorForm<Values>) {
  const registration = useApiMutation(authApi.register, {
    form,
    errorTitle: "Registration failed",
    errorFallback: "Registration failed",
    ...useEnter(),
    onError: ({ status, serverMessage: message }) => {
      const field = status === 409 && message ? takenField(message) : undefined;
      if (field)
        form.setError(field as Path<Values>, { type: "server", message }, { shouldFocus: true });
    },
  });
  return {
    register: registration.mutate,
    isPending: registration.isPending || registration.isSuccess,
  };
}

/** DECISIONS "HTTP": 'Username already exists', 'Subdomain is already taken', and the like. */
function takenField(message: string): string | undefined {
  const fields = { Username: "username", Subdomain: "subdomain" } as const;
  return Object.entries(fields).find(([word]) => message.startsWith(word))?.[1];
}
