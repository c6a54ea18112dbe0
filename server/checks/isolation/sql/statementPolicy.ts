/**
 * Statements that intentionally use rows of several companies, with the reason. These statements
 * run only in `database.system`.
 */
export const ACROSS_COMPANIES: Readonly<Record<string, string>> = {
  listCompanies: "the provider's list of companies",
  countCompanies: "the provider's list of companies",
  listUsers: "the provider's list of accounts, with their companies' names",
  countListedUsers: "the provider's list of accounts, searched by their companies' names",
  findAdminUser: "the provider looks at any account, with its company's name",
  findAccountData: "an account's data, with its company's name",
  findRowKeys: "the rows of one account, in all companies",
  listOwnItems: "an account's data in all companies",
  listOwnComments: "an account's data in all companies",
  listOwnVotes: "an account's data in all companies",
  listOwnFollows: "an account's data in all companies",
  listOwnStatusChanges: "an account's data in all companies",
  listOwnReports: "an account's data in all companies",
  listOwnRejections: "an account's data in all companies",
  listBlocksOf: "an account's data in all companies",
  deleteInvitationsBy: "the invitations that an account has made in any company",
  listOwnInvitations: "an account's data in all companies",
  listAuditData: "what an account did in any company, and what was done to it",
  rescheduleWaitingMails: "an account's settings apply to its mails of all companies",
  deleteSomeVotesOf: "a deleted account takes back its votes in all companies",
  removeAuthorFromSome: "what a deleted account has written, in all companies",
  listAuditEntries: "the provider's log, in the shapes without `ofCompany`",
  countAuditEntries: "the provider's log, in the shapes without `ofCompany`",
  listMailDeliveries: "the provider's list of mails, in the shapes without `ofCompany`",
  countMailDeliveries: "the provider's list of mails, in the shapes without `ofCompany`",
  listAllMailSuppressions: "suppressed addresses, with the names of their accounts' companies",
  findTotals: "the provider's dashboard",
  listDays: "the provider's dashboard",
  listCompaniesNamed: "the provider checks which company a name means",
  findCompanyByName: "the provider opens an account for a company of this name",
  findTakenSubdomain: "a subdomain belongs to one company of the installation",
  listClaimedDomains: "the daily check of all custom domains",
  findExportCompany: "which company a subdomain belongs to",
  findServedHost: "which company a host belongs to",
  findContext: "which company a host belongs to",
  listRights:
    "which company the host of each open stream belongs to, and what its viewer may still see",
  listSessionsOf: "a session ends when its custom domain is no longer its company's",
  listOverdueImports: "imports whose work is overdue, of any company",
  lockAbandonedImport: "what is old in any company",
  listExpiredImports: "what is old in any company",
  deleteClaimed: "an account that no row of any company names",
  deleteSomeIdlePeople: "accounts that no row of any company names",
  listCompaniesWithPending: "work that waits, of any company",
  takeOverTasks: "work of the previous version, of any company",
  deleteSomeOldNotifications: "what is old in any company",
  deleteSomeOldActivities: "what is old in any company",
  listCompaniesWithMail: "the companies whose notification mails are due",
  deleteSomeOldDeliveries: "the clean-up of all companies' deliveries",
  deleteSomeStaleParts: "the clean-up of all companies' exports",
  deleteSomeStalePeople: "the clean-up of all companies' exports",
  deleteExpiredRows: "the clean-up of all companies' exports",
  listOverdueExports: "work that is overdue, of any company",
  deleteOldUndos: "what is old in any company",
  deleteOldRejections: "what is old in any company",
  deleteExpiredInvitations: "the clean-up of all companies' invitations",
  deleteExpiredSessions: "a session ends when its custom domain is no longer its company's",
};

/**
 * Statements whose parameter `companyId` is a stored value, or that only fill an empty database, in
 * which the fixtures' rows cannot exist.
 */
export const NOT_HELD_TO_ONE: Readonly<Record<string, string>> = {
  insertHandoff: "where the hand-off leads",
  insertDemoNotifications: "reads the demo data of the last 60 days",
  mailDemoNotifications: "changes what insertDemoNotifications has inserted",
};
