import type { AdminCompany } from "#contract/adminCompanies.ts";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { CompanyFormDialog } from "./CompanyFormDialog.tsx";
import { DeleteCompanyDialog } from "./DeleteCompanyDialog.tsx";

/** The kind of the open dialog, and the company that the dialog edits or deletes. */
export type CompanyDialog =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "delete"; readonly company: AdminCompany };

interface CompanyDialogsProps {
  state: DialogState<CompanyDialog>;
}

/** The open dialog of the companies screen, if any. */
export function CompanyDialogs({ state }: CompanyDialogsProps) {
  const { subject, isOpen, turn, close } = state;
  if (!subject) return null;
  const frame = { isOpen, onClose: close };
  if (subject.kind === "delete") {
    return <DeleteCompanyDialog key={turn} {...frame} company={subject.company} />;
  }
  return (
    <CompanyFormDialog
      key={turn}
      {...frame}
      company={subject.kind === "edit" ? subject.company : null}
    />
  );
}
