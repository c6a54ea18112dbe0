import type { DemoItem } from "./demoCompany.ts";

/** Items of Acme's board "Time Tracking" that are new or evaluating. */
export const acmeTimeOpenItems: readonly DemoItem[] = [
  {
    title: "Apple Watch app to start a timer",
    description:
      "I am a photographer and my phone is in the bag. Start and stop on the wrist, with the last five tasks, would be perfect.",
    category: "feature",
    status: "new",
    boardCategory: "Mobile",
    author: 6,
    ageDays: 2,
    votes: 6,
    comments: [
      {
        author: 13,
        daysAgo: 1,
        content: "Even a complication that shows whether the timer is running would help me.",
      },
    ],
  },
  {
    title: "Weekly timesheet e-mail arrives on Tuesday",
    description:
      "It says 'last week' and used to arrive Monday at 8. For three weeks now it has come on Tuesday at 1 in the morning. We are in Oslo.",
    category: "bug",
    status: "new",
    author: 11,
    ageDays: 4,
    votes: 2,
    comments: [
      {
        author: 4,
        daysAgo: 3,
        content:
          "Thank you for the exact times. It looks like the job uses the time zone of the workspace instead of yours. Which zone is set under Workspace, General?",
      },
      { author: 11, daysAgo: 3, content: "Pacific Time. I never touched it." },
    ],
  },
  {
    title: "Round entries to 6 minutes",
    description:
      "We can round to 5, 10 or 15. Lawyers and two of our clients want tenths of an hour.",
    category: "improvement",
    status: "new",
    author: 15,
    ageDays: 9,
    votes: 5,
  },
  {
    title: "Describe the CSV columns for time import",
    description:
      "What does the column 'bill_mode' accept? I got it to work with Y but I was guessing.",
    category: "documentation",
    status: "new",
    author: 16,
    ageDays: 11,
    votes: 1,
  },
  {
    title: "Track time from a browser extension",
    description:
      "We live in Figma, Gmail and GitHub. A small button there that starts the timer with the title of the page would save a lot of switching, and a lot of forgotten hours.",
    category: "feature",
    status: "evaluating",
    boardCategory: "Integrations",
    author: 12,
    ageDays: 103,
    votes: 72,
    statusChanges: [
      {
        author: 0,
        to: "evaluating",
        daysAgo: 92,
        note: "We are building a small prototype for Chrome and Firefox to see how far it carries.",
      },
    ],
    comments: [
      { author: 9, daysAgo: 100, content: "Figma first, please!" },
      {
        author: 16,
        daysAgo: 87,
        content: "For us it would be GitHub issues. The issue number should end up in the note.",
      },
      { author: 1, daysAgo: 31, content: "Can we try the prototype?" },
      {
        author: 0,
        daysAgo: 30,
        content: "Soon. Write to beta@acme.example and we will add you to the list.",
      },
    ],
  },
  {
    title: "Warn me when two timers overlap",
    description:
      "If I add an entry by hand while a timer runs, both count and the day has eleven hours. I do not want it forbidden, just a yellow hint.",
    category: "improvement",
    status: "evaluating",
    author: 10,
    ageDays: 38,
    votes: 17,
    statusChanges: [{ author: 4, to: "evaluating", daysAgo: 30 }],
  },
  {
    title: "Absences and holidays in the timesheet",
    description:
      "Leave is in a separate tool, so every Friday the timesheet complains about missing hours for people who are on holiday.\n\nAn import from an iCal link would already help.",
    category: "feature",
    status: "evaluating",
    boardCategory: "Integrations",
    author: 5,
    ageDays: 82,
    votes: 36,
    statusChanges: [{ author: 2, to: "evaluating", daysAgo: 70 }],
    comments: [
      {
        author: 11,
        daysAgo: 68,
        content: "Half days matter too. In Norway we have a few half holidays.",
      },
      {
        author: 2,
        daysAgo: 67,
        content:
          "Which leave tool do you use? We would like to see how many of them offer an iCal link.",
      },
      {
        author: 5,
        daysAgo: 66,
        content: "Ours does. It looks like https://leave.northwind.example/team.ics",
        report: { author: 11, reason: "personal_data", note: "The link shows who is on leave." },
      },
      {
        author: 9,
        daysAgo: 0.1,
        isPending: true,
        content: "We use a shared calendar for leave. Could you import that as well?",
      },
    ],
  },
  {
    title: "Stop the timer when the laptop sleeps",
    description: "I closed the lid on Friday and had 63 hours on Monday.",
    category: "improvement",
    status: "new",
    author: 15,
    ageDays: 0.2,
    isPending: true,
    votes: 0,
  },
];
