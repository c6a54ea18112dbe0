import type { DemoItem } from "./demoCompany.ts";

/** Items of Acme's board "Invoicing & Reports" that are planned or under development. */
export const acmeInvoicingPlannedItems: readonly DemoItem[] = [
  {
    title: "Warn before a budget is used up",
    description:
      "I want to know at 75 and at 90 percent, not at 104. To the project lead and to me.",
    category: "feature",
    status: "planned",
    boardCategory: "Automation",
    author: 16,
    ageDays: 147,
    votes: 83,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 139 },
      {
        author: 0,
        to: "planned",
        daysAgo: 36,
        note: "Thresholds per project, by e-mail and in the app.",
      },
    ],
    comments: [
      {
        author: 12,
        daysAgo: 137,
        content:
          "Please count planned hours as well. If the rest of the sprint will not fit, I would like to know today.",
      },
      {
        author: 0,
        daysAgo: 135,
        content:
          "We will start with logged hours and add the forecast afterwards, so that you do not have to wait for both.",
      },
      { author: 12, daysAgo: 135, content: "Fair enough." },
    ],
  },
  {
    title: "Deposit invoices and final invoices",
    description:
      "We bill 40 percent up front and the rest at the end. The final invoice has to list the deposit with its tax and subtract it. In Poland this is not optional.",
    category: "feature",
    status: "planned",
    author: 16,
    ageDays: 98,
    votes: 26,
    statusChanges: [
      { author: 3, to: "evaluating", daysAgo: 90 },
      { author: 3, to: "planned", daysAgo: 18 },
    ],
    comments: [{ author: 5, daysAgo: 86, content: "Same rule in Germany." }],
  },
  {
    title: "Remember the filters of a report",
    description:
      "Every time I open the utilisation report I set team, period and billable only. Let me save this and send the link to a colleague.",
    category: "improvement",
    status: "planned",
    author: 11,
    ageDays: 69,
    votes: 18,
    statusChanges: [{ author: 2, to: "planned", daysAgo: 46 }],
  },
  {
    title: "Send invoices through Peppol",
    description:
      "Public clients in Norway and from next year most companies in Belgium only take invoices through Peppol. We pay 30 a month for another service that does nothing else.",
    category: "feature",
    status: "under_development",
    boardCategory: "Integrations",
    author: 11,
    ageDays: 196,
    votes: 54,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 188 },
      { author: 0, to: "planned", daysAgo: 104 },
      {
        author: 2,
        to: "under_development",
        daysAgo: 31,
        note: "First test invoices went through this week. Belgium, the Netherlands and Norway come first.",
      },
    ],
    comments: [
      { author: 13, daysAgo: 101, content: "France follows soon, so we are interested, too." },
      { author: 11, daysAgo: 30, content: "Happy to send our next invoice as a test." },
      { author: 2, daysAgo: 29, content: "Very welcome, I have sent you the steps by e-mail." },
    ],
  },
  {
    title: "Report export fails for long periods",
    description:
      "Anything longer than six months ends with 'Something went wrong'. A year is what the tax office asks for.",
    category: "bug",
    status: "under_development",
    author: 9,
    ageDays: 33,
    votes: 22,
    statusChanges: [
      { author: 4, to: "evaluating", daysAgo: 31 },
      {
        author: 4,
        to: "under_development",
        daysAgo: 8,
        note: "Long exports will run in the background, and you get a link when the file is ready.",
      },
    ],
  },
];
