import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useState } from "react";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { useCurrentUser } from "#web/api/session.ts";
import { useApiMutation } from "#web/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { COMPANY_READERS } from "./companyReaders.ts";
import { countWords } from "./countWords.ts";

interface DeleteCompanyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  company: AdminCompany;
  /** Gets the focus once the company's row, from which the dialog was opened, is gone. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Deletes a company once its exact name is typed. Says what goes with it. */
export function DeleteCompanyDialog({ isOpen, onClose, company, focusAfterwards }: DeleteCompanyDialogProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const remove = useApiMutation(adminCompaniesApi.remove, {
    refetch: COMPANY_READERS,
    success: "Company deleted successfully",
    errorFallback: "Failed to delete company. Please try again.",
    onError: ({ status }) => {
      if (status !== 404) return;
      void client.invalidateQueries({ queryKey: [adminCompaniesApi.list.path] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title="Delete Company"
      description={<Consequences company={company} />}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      confirmDisabled={typed.normalize() !== company.name.normalize()}
      // Closed once the table is without the company.
      onConfirm={() => remove.mutate({ params: { id: company.id } }, { onSuccess: onClose })}
    >
      <NameField name={company.name} typed={typed} onType={setTyped} focusAfterwards={focusAfterwards} />
    </ConfirmDialog>
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
        {countWords(boardsCount, "board")}, {countWords(feedbackCount, "item")} with their votes and comments,
        and {countWords(usersCount, "user account")}. This cannot be undone.
      </p>
      {subdomain ? <p className="mt-2">The subdomain {subdomain} stays taken.</p> : null}
      {isOwn ? (
        <p className="mt-2 font-medium text-danger-text">Your own account belongs to it and goes as well.</p>
      ) : null}
    </>
  );
}

interface NameFieldProps {
  name: string;
  typed: string;
  onType: (typed: string) => void;
  focusAfterwards: RefObject<HTMLElement | null>;
}

function NameField({ name, typed, onType, focusAfterwards }: NameFieldProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <Field
      label="Type the company's name to confirm"
      help={<span className="wrap-anywhere whitespace-pre-wrap">{name}</span>}
    >
      {(control) => (
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          {...control}
        />
      )}
    </Field>
  );
}
