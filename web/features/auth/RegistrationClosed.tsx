import type { ReactNode } from "react";
import { usePortal } from "#web/app/api/SessionContext.tsx";

/**
 * Shown instead of the registration form if registration is disabled (docs/product-decisions.md
 * "Accounts"). Names a contact who can provide an account.
 */
export function RegistrationClosed() {
  const { company, provider } = usePortal();
  return (
    <div className="rounded-lg border bg-sunken px-4 py-3 text-base">
      <p className="font-medium">Public registration is disabled</p>
      {company ? (
        <p className="mt-1">
          Ask <ContactLink href={company.website}>{company.name}</ContactLink> for an account.
        </p>
      ) : (
        <p className="mt-1">
          Ask an admin of your company to invite you, or ask{" "}
          <ContactLink href={provider.url}>{provider.name}</ContactLink> to set up a portal for your
          company.
        </p>
      )}
    </div>
  );
}

/** The contact's name. If the contact has a URL, the name is a link to this URL. */
function ContactLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <span className="font-medium wrap-anywhere">{children}</span>;
  return (
    <a href={href} rel="noopener" className="rounded font-medium underline wrap-anywhere">
      {children}
    </a>
  );
}
