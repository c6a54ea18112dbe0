import type { UseFormRegisterReturn } from "react-hook-form";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useSubdomainCheck } from "./useSubdomainCheck.ts";

interface SubdomainFieldProps {
  field: UseFormRegisterReturn;
  /** The typed subdomain. */
  value: string;
  /**
   * The error that the form has for this field. It has priority over a problem found by the check.
   */
  error: string | undefined;
  isRegistering: boolean;
}

/**
 * The field for the subdomain of a new company. The subdomain is checked while the user types it.
 */
export function SubdomainField({ field, value, error, isRegistering }: SubdomainFieldProps) {
  const { baseDomain } = usePortal();
  const { problem, isFree } = useSubdomainCheck(value, isRegistering);
  const shownError = error ?? problem;
  return (
    <Field
      label="Portal subdomain"
      required
      help={
        <>
          The address of your portal. It must be unique and cannot be changed later.
          {/*
            The line is rendered even without text, so that the form does not move when the check
            ends.
          */}
          {shownError === undefined ? (
            <span role="status" className="block min-h-5 text-green-text">
              {isFree ? "This address is free." : ""}
            </span>
          ) : null}
        </>
      }
      error={shownError}
    >
      {(control) => (
        <TextInput
          {...control}
          {...field}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputClassName="lowercase"
          end={`.${baseDomain}`}
        />
      )}
    </Field>
  );
}
