import type { UseFormReturn } from "react-hook-form";
import {
  SUBSCRIPTION_PLAN_LABELS,
  SUBSCRIPTION_PLANS,
  SUBSCRIPTION_STATUS_LABELS,
  SUBSCRIPTION_STATUSES,
} from "#contract/adminCompanies.ts";
import { Field } from "#web/ui/Field.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { CheckedCompany, CompanyFormValues } from "./companyForm.ts";

interface SubscriptionFieldsProps {
  form: UseFormReturn<CompanyFormValues, unknown, CheckedCompany>;
}

/** The fields for the status, plan and Stripe ID of a company's subscription. */
export function SubscriptionFields({ form: { register, formState } }: SubscriptionFieldsProps) {
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Subscription status" error={errors.subscriptionStatus?.message}>
          {(control) => (
            <NativeSelect {...control} {...register("subscriptionStatus")}>
              {SUBSCRIPTION_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {SUBSCRIPTION_STATUS_LABELS[status]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Subscription plan" error={errors.subscriptionPlan?.message}>
          {(control) => (
            <NativeSelect {...control} {...register("subscriptionPlan")}>
              {SUBSCRIPTION_PLANS.map((plan) => (
                <option key={plan} value={plan}>
                  {SUBSCRIPTION_PLAN_LABELS[plan]}
                </option>
              ))}
            </NativeSelect>
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
