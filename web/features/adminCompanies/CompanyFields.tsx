import type { UseFormReturn } from "react-hook-form";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { CheckedCompany, CompanyFormValues } from "./companyForm.ts";

interface CompanyFieldsProps {
  form: UseFormReturn<CompanyFormValues, unknown, CheckedCompany>;
  /** Whether the company already has a subdomain. An existing subdomain cannot be changed. */
  isSubdomainFixed: boolean;
}

/**
 * The name, description, website and subdomain fields (docs/specification.md "/admin/companies").
 */
export function CompanyFields({
  form: { register, formState },
  isSubdomainFixed,
}: CompanyFieldsProps) {
  const { errors } = formState;
  const { baseDomain } = usePortal();
  return (
    <>
      <Field label="Company Name" required error={errors.name?.message}>
        {(control) => <TextInput {...control} {...register("name")} autoComplete="off" />}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(control) => <TextArea rows={3} {...control} {...register("description")} />}
      </Field>
      <Field label="Website" optional error={errors.website?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register("website")}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://example.com"
          />
        )}
      </Field>
      <Field
        label="Subdomain"
        optional={!isSubdomainFixed}
        error={errors.subdomain?.message}
        help={
          isSubdomainFixed
            ? "The subdomain cannot be changed."
            : "The address of the company's portal. It is unique and cannot be changed later."
        }
      >
        {(control) => (
          <TextInput
            {...control}
            {...register("subdomain")}
            // The field is `readOnly` and not `disabled`, because the form leaves out a disabled
            // field and screen readers skip a disabled field.
            readOnly={isSubdomainFixed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            end={`.${baseDomain}`}
            className={isSubdomainFixed ? "bg-sunken text-muted" : undefined}
          />
        )}
      </Field>
    </>
  );
}
