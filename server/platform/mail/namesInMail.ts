/** The names that a mail contains. */
export interface MailNames {
  /** The name in the greeting; null for a greeting without a name. */
  readonly fullName: string | null;
  readonly portalName: string;
}

interface Recipient {
  readonly fullName: string | null;
  readonly companyId: number | null;
  readonly confirmedAt: string | null;
}

/** The portal in which a mail was requested. */
export interface MailPortal {
  /** The company of the request's host; null on the product's own host. */
  readonly company: { readonly id: number; readonly name: string } | null;
  readonly siteName: string;
}

/**
 * Returns the names for a mail. Nobody can choose these names to deceive the recipient. Anybody can
 * register somebody else's e-mail address and open a company. The account's name is therefore used
 * only if the address is confirmed, and a company's name only in mails to its own confirmed
 * accounts. All other mails contain the site's name, which the provider has chosen.
 */
export function namesInMail(
  { fullName, companyId, confirmedAt }: Recipient,
  { company, siteName }: MailPortal,
): MailNames {
  if (confirmedAt === null) return { fullName: null, portalName: siteName };
  const isOwn = company !== null && company.id === companyId;
  return { fullName, portalName: isOwn ? company.name : siteName };
}
