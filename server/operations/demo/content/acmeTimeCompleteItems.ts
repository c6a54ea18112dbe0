import type { DemoItem } from "./demoCompany.ts";

/** Items of Acme's board "Time Tracking" that are complete. */
export const acmeTimeCompleteItems: readonly DemoItem[] = [
  {
    title: "Remind people who forgot their hours",
    description:
      "A friendly message on Friday at 3 p.m. to everybody below 80 percent of their hours. Today I am the reminder, and nobody likes me for it.",
    category: "feature",
    status: "complete",
    boardCategory: "Automation",
    author: 10,
    ageDays: 311,
    votes: 91,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 300 },
      { author: 0, to: "planned", daysAgo: 248 },
      { author: 2, to: "under_development", daysAgo: 199 },
      {
        author: 2,
        to: "complete",
        daysAgo: 168,
        note: "Turn it on under Timesheets, Reminders. Day, time and threshold are yours to choose.",
      },
    ],
    comments: [
      { author: 12, daysAgo: 298, content: "In Slack rather than by e-mail, if you can." },
      {
        author: 2,
        daysAgo: 168,
        content: "Both are possible: e-mail for everyone, Slack if the workspace is connected.",
      },
      {
        author: 10,
        daysAgo: 160,
        content: "First Friday: 17 of 19 timesheets complete. It has never been this good.",
      },
    ],
  },
  {
    title: "Show running timer in the browser tab",
    description: "I forget that the timer is running. The time in the tab title would be enough.",
    category: "improvement",
    status: "complete",
    author: 15,
    ageDays: 178,
    votes: 38,
    statusChanges: [
      { author: 4, to: "planned", daysAgo: 172 },
      { author: 4, to: "complete", daysAgo: 158 },
    ],
    comments: [{ author: 15, daysAgo: 157, content: "That was fast. Thanks!" }],
  },
  {
    title: "Timer stops when the laptop sleeps",
    description:
      "Closing the lid for a walk to the meeting room stops the timer without a word. It should go on, or at least ask me afterwards.",
    category: "bug",
    status: "complete",
    author: 5,
    ageDays: 229,
    votes: 52,
    statusChanges: [
      { author: 4, to: "evaluating", daysAgo: 226 },
      { author: 4, to: "under_development", daysAgo: 201 },
      {
        author: 4,
        to: "complete",
        daysAgo: 187,
        note: "From version 4.12 the timer goes on, and asks about any pause longer than ten minutes.",
      },
    ],
  },
  {
    title: "Move time entries to another project",
    description:
      "Interns log to the wrong project at least once a week. Select several entries, move them, done. The task should be asked for when the new project has no task of that name.",
    category: "improvement",
    status: "complete",
    author: 16,
    ageDays: 395,
    votes: 44,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 380 },
      { author: 3, to: "planned", daysAgo: 330 },
      { author: 3, to: "complete", daysAgo: 246 },
    ],
    comments: [
      { author: 7, daysAgo: 372, content: "Invoiced entries should be locked, please." },
      {
        author: 3,
        daysAgo: 246,
        content: "They are. Entries on an invoice have to be released from it first.",
      },
    ],
  },
];
