import { useQueryClient } from "@tanstack/react-query";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { TypedNameDialog } from "#web/ui/TypedNameDialog.tsx";
import { QUERIES_AFFECTED_BY_COMPANY } from "./affectedQueries.ts";
import { countLabel } from "#web/ui/countLabel.ts";

interface DeleteCompanyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  company: AdminCompany;
}

/**
 * Deletes a company after its exact name was typed. Displays how many boards, items and accounts
 * the company has.
 */
export function DeleteCompanyDialog({ isOpen, onClose, company }: DeleteCompanyDialogProps) {
  const client = useQueryClient();
  const remove = useApiMutation(adminCompaniesApi.remove, {
    refetch: QUERIES_AFFECTED_BY_COMPANY,
    success: "Company deleted successfully",
    errorFallback: "Failed to delete company. Please try again.",
    onError: ({ status }) => {
      if (status !== 404) return;
      void client.invalidateQueries({ queryKey: [adminCompaniesApi.list.path] });
      onClose();
    },
  });
  return (
    <TypedNameDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete Company"
      description={<Consequences company={company} />}
      label="Type the company's name to confirm"
      name={company.name}
      pending={remove.isPending}
      // `onSuccess` runs after the refetch, so the table no longer has the company when the dialog
      // closes.
      onConfirm={() => remove.mutate({ params: { id: company.id } }, { onSuccess: onClose })}
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
