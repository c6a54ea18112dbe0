import { useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import type { ApiError } from "#contract/errors.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import type { CheckedCompany, CompanyFormValues } from "./companyForm.ts";
import { companyChanges } from "./companyForm.ts";
import { QUERIES_AFFECTED_BY_COMPANY } from "./affectedQueries.ts";

interface SaveCompanyOptions {
  /** The company being edited; null while a new company is created. */
  readonly company: AdminCompany | null;
  readonly form: Pick<
    UseFormReturn<CompanyFormValues, unknown, CheckedCompany>,
    "getValues" | "setError"
  >;
  readonly onSaved: () => void;
}

/**
 * Creates or updates a company. Validation errors and a taken subdomain are displayed beside their
 * fields.
 */
export function useSaveCompany({ company, form, onSaved }: SaveCompanyOptions) {
  const client = useQueryClient();
  const shared = {
    refetch: QUERIES_AFFECTED_BY_COMPANY,
    form,
    errorFallback: "Failed to save company. Please try again.",
    onSuccessMounted: onSaved,
    onError: ({ status, serverMessage }: ApiError) => {
      if (status === 409) {
        form.setError(
          "subdomain",
          { type: "server", message: serverMessage ?? "" },
          { shouldFocus: true },
        );
      }
      // Another admin may have set the subdomain (409) or deleted the company (404), so the cached
      // list is possibly outdated.
      if (status === 409 || status === 404) {
        void client.invalidateQueries({ queryKey: [adminCompaniesApi.list.path] });
      }
    },
  };
  const create = useApiMutation(adminCompaniesApi.create, {
    ...shared,
    success: "Company created successfully",
  });
  const update = useApiMutation(adminCompaniesApi.update, {
    ...shared,
    success: "Company updated successfully",
  });
  const isPending = create.isPending || update.isPending;
  const save = (checked: CheckedCompany) => {
    if (isPending) return;
    if (company)
      update.mutate({ params: { id: company.id }, body: companyChanges(company, checked) });
    else create.mutate({ body: checked });
  };
  return { save, isPending };
}
