import type { DemoItem } from "./demoCompany.ts";

/** Items of Acme's private board "Team Backlog". The team has written all of these items. */
export const acmeInternalItems: readonly DemoItem[] = [
  {
    title: "Trial users never find the templates",
    description:
      "Of the 40 trials I looked at, 31 built their first project from scratch. The four that used a template all became customers. Small numbers, but worth a test.",
    category: "improvement",
    status: "new",
    author: 3,
    ageDays: 4,
    votes: 2,
    comments: [
      {
        author: 0,
        daysAgo: 3,
        content:
          "Let us ask 'What kind of project is it?' on the first screen and open the template from there.",
      },
    ],
  },
  {
    title: "Support answers differ on seat refunds",
    description:
      "Three customers got three different answers last month. We need one paragraph that everybody uses.",
    category: "documentation",
    status: "new",
    author: 2,
    ageDays: 8,
    votes: 1,
  },
  {
    title: "Harbour Lane asks for single sign-on",
    description:
      "From the call with Aoife. They grow to 60 people in spring and their new IT wants SAML. They would move to the larger plan for it.",
    category: "feature",
    status: "new",
    boardCategory: "Integrations",
    author: 0,
    ageDays: 12,
    votes: 3,
  },
  {
    title: "Usage-based price for guest accounts",
    description:
      "Belongs to the public request for guest access. Options so far: included up to five per seat, a bundle of ten, or by active month.",
    category: "feature",
    status: "evaluating",
    boardCategory: "Client Access",
    author: 0,
    ageDays: 49,
    votes: 4,
    statusChanges: [{ author: 0, to: "evaluating", daysAgo: 44 }],
    comments: [
      {
        author: 3,
        daysAgo: 43,
        content: "Everyone I asked wants them included. Nobody wants to count.",
      },
      {
        author: 2,
        daysAgo: 41,
        content: "Five per seat would cover 92 percent of the workspaces that share logins today.",
      },
    ],
  },
  {
    title: "Switch the mobile app to the new sync",
    description:
      "Needed for the offline timer. The old sync asks for the whole workspace on every start, which is 14 MB for our largest customer.",
    category: "improvement",
    status: "evaluating",
    boardCategory: "Mobile",
    author: 4,
    ageDays: 57,
    votes: 3,
    statusChanges: [{ author: 4, to: "evaluating", daysAgo: 53 }],
  },
  {
    title: "Annual plan with two months free",
    description:
      "Finance has agreed. We need the switch in the billing page and a fair rule for changing the number of seats during the year.",
    category: "feature",
    status: "planned",
    author: 2,
    ageDays: 95,
    votes: 4,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 80 },
      { author: 0, to: "planned", daysAgo: 25, note: "Goes live with the next price list." },
    ],
  },
  {
    title: "Nightly export takes four hours",
    description:
      "It was forty minutes a year ago. At this rate it will meet the working day in Auckland within months.",
    category: "bug",
    status: "planned",
    author: 4,
    ageDays: 36,
    votes: 2,
    statusChanges: [{ author: 4, to: "planned", daysAgo: 28 }],
  },
  {
    title: "Status page that we can trust",
    description:
      "The page said all green during the last outage. It should be fed by checks from outside, not by us.",
    category: "improvement",
    status: "under_development",
    author: 3,
    ageDays: 110,
    votes: 4,
    statusChanges: [
      { author: 0, to: "planned", daysAgo: 101 },
      { author: 4, to: "under_development", daysAgo: 15 },
    ],
    comments: [
      {
        author: 4,
        daysAgo: 14,
        content:
          "Checks run from three regions now. The page itself is next: https://status.acme.example",
      },
    ],
  },
  {
    title: "Ask why when somebody cancels",
    description: "One question, five answers and a text field. No hoops, no phone call.",
    category: "feature",
    status: "complete",
    author: 0,
    ageDays: 220,
    votes: 3,
    statusChanges: [
      { author: 0, to: "planned", daysAgo: 215 },
      {
        author: 3,
        to: "complete",
        daysAgo: 177,
        note: "Two thirds fill it in. 'Project ended' leads, 'missing feature' comes second.",
      },
    ],
  },
  {
    title: "Delete data of closed workspaces",
    description:
      "We promise 30 days in the contract and did it by hand. It has to run on its own and leave a record.",
    category: "improvement",
    status: "complete",
    boardCategory: "Automation",
    author: 4,
    ageDays: 268,
    votes: 2,
    statusChanges: [
      { author: 4, to: "under_development", daysAgo: 250 },
      { author: 4, to: "complete", daysAgo: 236 },
    ],
  },
];
