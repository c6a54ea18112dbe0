import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { CompanyFields } from "./CompanyFields.tsx";
import { CompanyForm, companyFormValues } from "./companyForm.ts";
import { SubscriptionFields } from "./SubscriptionFields.tsx";
import { useSaveCompany } from "./useSaveCompany.ts";

interface CompanyFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The company being edited; null while a new company is created. */
  company: AdminCompany | null;
}

/** The dialog 'Add Company' or 'Edit Company'. */
export function CompanyFormDialog({ isOpen, onClose, company }: CompanyFormDialogProps) {
  const form = useForm({
    resolver: zodResolver(CompanyForm),
    defaultValues: companyFormValues(company),
  });
  const { save, isPending } = useSaveCompany({ company, form, onSaved: onClose });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={company ? "Edit Company" : "Add Company"}
      isDirty={form.formState.isDirty}
      isPending={isPending}
      submitLabel={company ? "Save Changes" : "Add Company"}
      pendingLabel={company ? "Saving..." : "Adding..."}
      onSubmit={() => void form.handleSubmit(save)()}
    >
      <div className="flex flex-col gap-4">
        <CompanyFields form={form} isSubdomainFixed={Boolean(company?.subdomain)} />
        {company ? <SubscriptionFields form={form} /> : null}
      </div>
    </FormDialog>
  );
}
