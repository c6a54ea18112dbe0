import type { DemoItem } from "./demoCompany.ts";

/** Items of Acme's board "Invoicing & Reports" that are complete. */
export const acmeInvoicingCompleteItems: readonly DemoItem[] = [
  {
    title: "Invoices in more than one currency",
    description:
      "We invoice in euros, pounds and Swiss francs. Exchange rates of the invoice date, and totals in our own currency in the reports.\n\nWithout this we keep a second invoicing tool for a third of our revenue.",
    category: "feature",
    status: "complete",
    author: 13,
    ageDays: 378,
    votes: 103,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 366 },
      { author: 0, to: "planned", daysAgo: 301 },
      { author: 2, to: "under_development", daysAgo: 240 },
      {
        author: 2,
        to: "complete",
        daysAgo: 143,
        note: "32 currencies, with the daily rates of the European Central Bank. A rate can be changed on each invoice.",
      },
    ],
    comments: [
      { author: 6, daysAgo: 360, content: "Yen has no decimals. Please keep that in mind." },
      {
        author: 2,
        daysAgo: 358,
        content: "We will, thank you. That would have been an embarrassing first bug.",
      },
      { author: 13, daysAgo: 141, content: "We have cancelled the other tool." },
      { author: 15, daysAgo: 139, content: "Works nicely with pounds." },
      { author: 6, daysAgo: 130, content: "Yen is correct, too." },
    ],
  },
  {
    title: "Own fields on the invoice",
    description:
      "Purchase order number, cost centre, and the name of the person who ordered. Big clients send the invoice back without them.",
    category: "feature",
    status: "complete",
    author: 14,
    ageDays: 256,
    votes: 49,
    statusChanges: [
      { author: 3, to: "planned", daysAgo: 233 },
      { author: 3, to: "under_development", daysAgo: 180 },
      {
        author: 3,
        to: "complete",
        daysAgo: 117,
        note: "Up to eight fields per client, and you choose which of them appear on the invoice.",
      },
    ],
    comments: [
      {
        author: 10,
        daysAgo: 115,
        content: "This saves us a round trip with procurement on nearly every invoice.",
      },
    ],
  },
  {
    title: "Wrong tax on discounted line items",
    description:
      "A line of 100 with 10 percent discount and 20 percent tax shows 20 tax instead of 18.",
    category: "bug",
    status: "complete",
    author: 1,
    ageDays: 88,
    votes: 13,
    statusChanges: [
      { author: 4, to: "under_development", daysAgo: 87.5 },
      {
        author: 4,
        to: "complete",
        daysAgo: 86,
        note: "Fixed. Six invoices in four workspaces were affected and we have written to their owners.",
      },
    ],
    comments: [
      { author: 4, daysAgo: 87, content: "Confirmed, and serious. We are on it today." },
      { author: 1, daysAgo: 85, content: "Thank you for the open communication." },
    ],
  },
  {
    title: "Group invoice lines by project phase",
    description:
      "One line per time entry gives us invoices of nine pages. A line for each phase with its hours is what clients want to read.",
    category: "improvement",
    status: "complete",
    author: 12,
    ageDays: 165,
    votes: 40,
    statusChanges: [
      { author: 2, to: "evaluating", daysAgo: 158 },
      { author: 2, to: "planned", daysAgo: 120 },
      { author: 2, to: "complete", daysAgo: 67 },
    ],
  },
];
