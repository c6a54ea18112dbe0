import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import type { z } from "zod/mini";
import type { NewCompanyAccount } from "#contract/auth.ts";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { proposeSubdomain } from "./proposeSubdomain.ts";
import { SubdomainField } from "./SubdomainField.tsx";

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
