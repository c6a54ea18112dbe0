import type { DemoItem } from "./demoCompany.ts";

/** Items of Acme's board "Invoicing & Reports" that are new or evaluating. */
export const acmeInvoicingOpenItems: readonly DemoItem[] = [
  {
    title: "Second e-mail address for invoices",
    description:
      "Our larger clients want the invoice at accounting@ and a copy to the project lead. At the moment there is one field per client.",
    category: "improvement",
    status: "new",
    author: 8,
    ageDays: 5,
    votes: 11,
    comments: [
      { author: 5, daysAgo: 4, content: "And a Bcc to our own bookkeeping, while you are at it." },
    ],
  },
  {
    title: "PDF loses the accents in client names",
    description:
      "'Société Générale de Création' becomes 'Soci t G n rale de Cr ation' in the PDF, only in the header. The body is fine.",
    category: "bug",
    status: "new",
    author: 13,
    ageDays: 1,
    votes: 3,
    comments: [
      {
        author: 4,
        daysAgo: 0.5,
        content:
          "That should not happen, sorry. Does it appear with every invoice template or only with Classic?",
      },
      {
        author: 13,
        daysAgo: 0.3,
        content: "Only Classic. Modern is fine, so I will use that one for now.",
      },
    ],
  },
  {
    title: "Scheduled reports as a spreadsheet",
    description:
      "The Monday report comes as a PDF. My finance person types the numbers into a spreadsheet.",
    category: "feature",
    status: "new",
    boardCategory: "Automation",
    author: 10,
    ageDays: 13,
    votes: 8,
  },
  {
    title: "Different hourly rates for one person",
    description:
      "I bill 120 for consulting and 80 for production, for the same client, sometimes on the same day. The workaround is to create two people, which ruins the capacity planning.\n\nA rate per task type would be ideal.",
    category: "feature",
    status: "evaluating",
    author: 15,
    ageDays: 139,
    votes: 79,
    statusChanges: [
      {
        author: 0,
        to: "evaluating",
        daysAgo: 124,
        note: "We like the idea of a rate per task type and are checking what it means for reports of past months.",
      },
    ],
    comments: [
      { author: 9, daysAgo: 133, content: "We do it with two people as well and it is a mess." },
      {
        author: 16,
        daysAgo: 122,
        content: "Rates also change over time. A 'valid from' date would be needed.",
      },
      {
        author: 0,
        daysAgo: 120,
        content: "Yes, past invoices must not change when a rate does. That part is settled.",
      },
    ],
  },
  {
    title: "Payment reminders in three steps",
    description:
      "Friendly after 7 days, firm after 21, with a fee after 35. We send them by hand and forget most of them.",
    category: "feature",
    status: "evaluating",
    boardCategory: "Automation",
    author: 5,
    ageDays: 61,
    votes: 33,
    statusChanges: [{ author: 2, to: "evaluating", daysAgo: 49 }],
    comments: [
      {
        author: 14,
        daysAgo: 45,
        content:
          "I would like to approve each reminder before it goes out. Some clients you do not remind.",
      },
    ],
  },
  {
    title: "Explain how profitability is calculated",
    description:
      "The report shows a margin of 31 percent and my own sheet says 24. Are fixed costs part of it? Is unpaid overtime? I trust you, but I need to be able to explain the number to my partners.",
    category: "documentation",
    status: "evaluating",
    author: 7,
    ageDays: 27,
    votes: 16,
    statusChanges: [{ author: 3, to: "evaluating", daysAgo: 20 }],
  },
];
