import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import type { z } from "zod/mini";
import type { NewCompanyAccount } from "#contract/auth.ts";
import { proposeSlug } from "#contract/boards.ts";
import { subdomain as subdomainSchema } from "#contract/fields.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useDebounced } from "#web/ui/useDebounced.ts";

type CompanyForm = UseFormReturn<
  z.input<typeof NewCompanyAccount>,
  unknown,
  z.output<typeof NewCompanyAccount>
>;

interface CompanyFieldsProps {
  form: CompanyForm;
  isRegistering: boolean;
}

/**
 * The name and the subdomain of a new company. The subdomain is derived from the name until the
 * user edits it.
 */
export function CompanyFields({ form, isRegistering }: CompanyFieldsProps) {
  const { errors, isSubmitted } = form.formState;
  const [isSubdomainOwn, setIsSubdomainOwn] = useState(false);
  const subdomain = useWatch({ control: form.control, name: "subdomain" });
  const nameField = form.register("companyName", {
    onChange: ({ target }: { target: HTMLInputElement }) => {
      if (isSubdomainOwn) return;
      form.setValue("subdomain", proposeSubdomain(target.value), { shouldValidate: isSubmitted });
    },
  });
  const subdomainField = form.register("subdomain", {
    onChange: ({ target }: { target: HTMLInputElement }) => setIsSubdomainOwn(target.value !== ""),
  });
  return (
    <>
      <Field label="Company/app name" required error={errors.companyName?.message}>
        {(control) => <TextInput {...control} {...nameField} autoComplete="organization" />}
      </Field>
      <SubdomainField
        field={subdomainField}
        value={subdomain}
        error={errors.subdomain?.message}
        isRegistering={isRegistering}
      />
    </>
  );
}

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
function SubdomainField({ field, value, error, isRegistering }: SubdomainFieldProps) {
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

/** Milliseconds without a key press after which a subdomain is checked. */
const DEBOUNCE_MS = 400;

interface CheckedSubdomain {
  /** Why the subdomain cannot be used; undefined if no problem is known. */
  readonly problem: string | undefined;
  /** Whether the server has found the subdomain to be free. */
  readonly isFree: boolean;
}

/**
 * Checks a subdomain while the user types it. A failed check shows nothing, because the
 * registration checks the subdomain again. No check is sent during or after the registration,
 * because the server refuses checks by signed-in users.
 */
function useSubdomainCheck(typed: string, isRegistering: boolean): CheckedSubdomain {
  const settled = useDebounced(typed, DEBOUNCE_MS);
  const isSettled = settled === typed && typed !== "";
  const checked = subdomainSchema.safeParse(typed);
  const query = { subdomain: checked.data ?? "" };
  const { data } = useQuery({
    ...apiQuery("/api/register/subdomain", { query }),
    enabled: isSettled && checked.success && !isRegistering,
  });
  if (!isSettled) return { problem: undefined, isFree: false };
  const problems = { free: undefined, reserved: RESERVED, taken: TAKEN };
  return {
    problem: checked.error?.issues[0]?.message ?? (data && problems[data.state]),
    isFree: data?.state === "free",
  };
}

const RESERVED = "This subdomain is reserved";
/**
 * The server's message for a registration with a taken subdomain (docs/product-decisions.md
 * "HTTP").
 */
const TAKEN = "Subdomain is already taken";

/** A proposal has at most this many characters, so that the URL stays readable. */
const LONGEST = 40;

/**
 * Proposes a subdomain for a company name. Returns '' if the proposal would have fewer than three
 * characters, for instance because the name has no Latin letters or digits.
 */
export function proposeSubdomain(companyName: string): string {
  const proposed = proposeSlug(companyName).slice(0, LONGEST).replace(/-$/, "");
  return proposed.length < 3 ? "" : proposed;
}
