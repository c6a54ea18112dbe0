import { zodResolver } from "@hookform/resolvers/zod";
import type { UseFormReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import {
  SUBSCRIPTION_PLAN_LABELS,
  SUBSCRIPTION_PLANS,
  SUBSCRIPTION_STATUS_LABELS,
  SUBSCRIPTION_STATUSES,
} from "#contract/adminCompanies.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { showConflict } from "#web/app/api/showConflict.ts";
import { TypedNameDialog } from "#web/app/api/TypedNameDialog.tsx";
import { useSaveMutation } from "#web/app/api/useSaveMutation.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Select } from "#web/ui/Select.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { OpenDialog } from "#web/ui/useDialogState.ts";
import type { CheckedCompany, CompanyFormValues } from "./companyForm.ts";
import { companyChanges, CompanyForm, companyFormValues } from "./companyForm.ts";

/** The kind of the open dialog, and the company that the dialog edits or deletes. */
export type CompanyDialog =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "delete"; readonly company: AdminCompany };

/** The open dialog of the companies screen, if any. */
export function CompanyDialogs({ state }: { state: DialogState<CompanyDialog> }) {
  return (
    <OpenDialog state={state}>
      {(dialog, frame) =>
        dialog.kind === "delete" ? (
          <DeleteCompanyDialog {...frame} company={dialog.company} />
        ) : (
          <CompanyFormDialog {...frame} company={dialog.kind === "edit" ? dialog.company : null} />
        )
      }
    </OpenDialog>
  );
}

interface CompanyFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The company being edited; null while a new company is created. */
  company: AdminCompany | null;
}

/** The dialog 'Add Company' or 'Edit Company'. */
function CompanyFormDialog({ isOpen, onClose, company }: CompanyFormDialogProps) {
  const form = useForm({
    resolver: zodResolver(CompanyForm),
    defaultValues: companyFormValues(company),
  });
  const { save, isPending } = useSaveMutation({
    create: "POST /api/admin/companies",
    update: "PATCH /api/admin/companies/:id",
    id: company?.id ?? null,
    noun: "company",
    errorFallback: "Failed to save company. Please try again.",
    changes: "companies",
    form,
    onError: (error) => showConflict(form, error, "subdomain"),
    onSaved: onClose,
  });
  const submit = form.handleSubmit((checked) =>
    save(company ? companyChanges(company, checked) : checked),
  );
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={company ? "Edit Company" : "Add Company"}
      isDirty={form.formState.isDirty}
      isPending={isPending}
      submitLabel={company ? "Save Changes" : "Add Company"}
      pendingLabel={company ? "Saving..." : "Adding..."}
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-4">
        <CompanyFields form={form} isSubdomainFixed={Boolean(company?.subdomain)} />
        {company ? <SubscriptionFields form={form} /> : null}
      </div>
    </FormDialog>
  );
}

interface CompanyFieldsProps {
  form: UseFormReturn<CompanyFormValues, unknown, CheckedCompany>;
  /** Whether the company already has a subdomain. An existing subdomain cannot be changed. */
  isSubdomainFixed: boolean;
}

/**
 * The name, description, website and subdomain fields (docs/specification.md "/admin/companies").
 */
function CompanyFields({ form: { register, formState }, isSubdomainFixed }: CompanyFieldsProps) {
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

interface SubscriptionFieldsProps {
  form: UseFormReturn<CompanyFormValues, unknown, CheckedCompany>;
}

/** The fields for the status, plan and Stripe ID of a company's subscription. */
function SubscriptionFields({ form: { register, formState } }: SubscriptionFieldsProps) {
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Subscription status" error={errors.subscriptionStatus?.message}>
          {(control) => (
            <Select {...control} {...register("subscriptionStatus")}>
              {SUBSCRIPTION_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {SUBSCRIPTION_STATUS_LABELS[status]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Subscription plan" error={errors.subscriptionPlan?.message}>
          {(control) => (
            <Select {...control} {...register("subscriptionPlan")}>
              {SUBSCRIPTION_PLANS.map((plan) => (
                <option key={plan} value={plan}>
                  {SUBSCRIPTION_PLAN_LABELS[plan]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="Stripe ID" optional error={errors.stripeCustomerId?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register("stripeCustomerId")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
    </>
  );
}

interface DeleteCompanyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  company: AdminCompany;
}

/**
 * Deletes a company after its exact name was typed. Displays how many boards, items and accounts
 * the company has.
 */
function DeleteCompanyDialog({ company, ...frame }: DeleteCompanyDialogProps) {
  return (
    <TypedNameDialog
      {...frame}
      endpoint={"DELETE /api/admin/companies/:id"}
      input={{ params: { id: company.id } }}
      changes="companies"
      success="Company deleted successfully"
      errorFallback="Failed to delete company. Please try again."
      staysOpenOnError
      title="Delete Company"
      description={<Consequences company={company} />}
      label="Type the company's name to confirm"
      name={company.name}
    />
  );
}

function Consequences({ company }: { company: AdminCompany }) {
  const { id, name, subdomain, boardsCount, feedbackCount, usersCount } = company;
  const isOwn = useCurrentUser()?.companyId === id;
  return (
    <>
      <p>
        This permanently deletes the company and all associated data. With{" "}
        <strong className="font-semibold wrap-anywhere text-ink">{name}</strong> go{" "}
        {countLabel(boardsCount, "board")}, {countLabel(feedbackCount, "item")} with their votes and
        comments, and {countLabel(usersCount, "user account")}. Accounts of super admins stay. This
        cannot be undone.
      </p>
      {subdomain ? <p className="mt-2">The subdomain {subdomain} stays taken.</p> : null}
      {isOwn ? (
        <p className="mt-2">
          Your own account belongs to this company. It stays, without a company.
        </p>
      ) : null}
    </>
  );
}
