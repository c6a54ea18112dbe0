/**
 * Company conditions, by statement, that can be removed without any effect on the fixtures' rows, because
 * no row of B would then be read. The analysis reports each of them, and thus `npm test` does. Fixtures
 * that reveal a condition take it off this list, and a new statement is not added to it.
 */
export const REVEALED_BY_ANALYSIS: Readonly<Record<string, readonly string[]>> = {
  reattachToEntry: ["t.company_id = $", "p.company_id = $"],
  replaceEntryLabels: ["company_id = $"],
  replaceEntryItems: ["i.company_id = f.company_id"],
  findEntryBySlug: ["e.company_id = $"],
  countAudience: ["b.company_id = f.company_id", "w.company_id = item.company_id"],
  insertEntryNotifications: ["n.company_id = told.company_id"],
  listTimelineMonths: [
    "e.company_id = $",
    "b.company_id = f.company_id",
    "f.company_id = $",
    "linking.company_id = i.company_id",
    "i.company_id = f.company_id",
  ],
  insertComment: ["visible.company_id = comment.company_id"],
  findUnanswered: ["company_id = $"],
  findAnswerTimes: ["company_id = $", "s.company_id = $"],
  listDaysOfCompany: ["t.company_id = $"],
  listExportedPeople: ["m.company_id = e.company_id"],
  undoStatusChanges: ["p.company_id = $"],
  listItemsForVisitors: ["i.company_id = f.company_id"],
  joinOrganisations: ["i.company_id = $", "company_id = $"],
  deleteSomeIdlePeople: ["o.company_id = $", "m.company_id = o.company_id"],
  insertImportedEntries: ["l.company_id = $", "company_id = $"],
  linkImportedAnswers: ["i.company_id = $", "answered.company_id = $"],
  deleteStatusChanges: ["p.company_id = $"],
  listImportedPosts: ["i.company_id = c.company_id"],
  claimWaitingDelivery: ["company_id = $"],
  findDeliveryRecipient: ["s.company_id = d.company_id"],
  restoreComments: ["c.company_id = f.company_id"],
  takePermittedEntries: ["blocked.company_id = $"],
  insertNotifications: [
    "answered.company_id = a.company_id",
    "company_id = $",
    "f.company_id = a.company_id",
    "e.company_id = a.company_id",
    "n.company_id = earlier.company_id",
    "earlier.company_id = source.company_id",
  ],
  deleteSomePictures: ["company_id = $"],
  claimDeliveries: [
    "e.company_id = d.company_id",
    "s.company_id = d.company_id",
    "company_id = $",
    "d.company_id = $",
    "e.company_id = $",
  ],
  recordAnswer: ["e.company_id = $", "company_id = $"],
  sendSomeAgain: ["company_id = $", "d.company_id = $"],
  listEventComments: [
    "own.company_id = c.company_id",
    "comment.company_id = c.company_id",
    "i.company_id = c.company_id",
    "source.company_id = c.company_id",
  ],
  listToldAdmins: ["c.id = u.home_company_id"],
  insertDemoVotes: ["company_id = $"],
  insertDemoEntry: ["l.company_id = $", "f.company_id = $"],
  insertDemoAuditEntries: ["f.company_id = s.company_id", "s.company_id = $"],
  countModerated: ["board.company_id = i.company_id", "i.company_id = $"],
  listPendingComments: ["board.company_id = i.company_id", "i.company_id = $"],
  listPendingPosts: ["board.company_id = i.company_id", "i.company_id = $"],
  listReportedPosts: ["board.company_id = i.company_id", "i.company_id = $"],
  lockPendingItems: ["board.company_id = i.company_id", "i.company_id = $"],
  listItemsOfOtherEntries: [
    "b.company_id = f.company_id",
    "f.company_id = i.company_id",
    "i.company_id = $",
  ],
};

/**
 * Conditions on the company of an account, which the analysis does not read. No rows can reveal them:
 * they decide about an account of B that A has blocked, mailed or been claimed by, so A itself would
 * have a row that it does not have without B.
 */
export const ABOUT_ACCOUNTS: Readonly<Record<string, readonly string[]>> = {
  enqueueClaim: ["u.home_company_id = $"],
  findClaimed: ["u.home_company_id = $"],
  listMailDeliveries: ["u.home_company_id = d.company_id"],
  countMailDeliveries: ["u.home_company_id = d.company_id"],
  listCustomers: ["u.home_company_id = $"],
  countCustomers: ["u.home_company_id = $"],
  insertDemoOrganisations: ["u.home_company_id = $"],
  findBlockable: ["u.home_company_id = $::bigint"],
  findBlockedAccount: ["u.home_company_id = $::bigint"],
  findKnownPerson: ["u.home_company_id = $::bigint"],
  listBlockedAccounts: ["u.home_company_id = $::bigint"],
  listReportedPosts: ["u.home_company_id = $::bigint"],
  listVoters: ["u.home_company_id = $::bigint"],
};
