import type { DemoItem } from "./demoCompany.ts";

/** Items of Acme's board "Projects & Planning" that are complete. */
export const acmeProjectsCompleteItems: readonly DemoItem[] = [
  {
    title: "Project templates with relative dates",
    description:
      "Every website project follows the same forty steps. A template should know that the design review is ten days after kickoff, so that I only enter the kickoff date.",
    category: "feature",
    status: "complete",
    author: 8,
    ageDays: 362,
    votes: 118,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 350 },
      { author: 0, to: "planned", daysAgo: 290 },
      { author: 3, to: "under_development", daysAgo: 221 },
      {
        author: 3,
        to: "complete",
        daysAgo: 152,
        note: "Templates are available on all plans. Dates count from the kickoff and skip weekends.",
      },
    ],
    comments: [
      { author: 16, daysAgo: 345, content: "Please let us share templates between teams." },
      {
        author: 5,
        daysAgo: 151,
        content: "Set up our first one this morning in ten minutes. Thank you!",
      },
      {
        author: 15,
        daysAgo: 149,
        content: "Works well. Could the template also carry the budget?",
      },
      {
        author: 3,
        daysAgo: 148,
        content: "It does: open the template, then Budget. We will make that easier to find.",
      },
    ],
  },
  {
    title: "Subtasks disappear when a task moves",
    description:
      "Moving a task to another project leaves its subtasks behind. They are still found by search but belong to nothing.",
    category: "bug",
    status: "complete",
    author: 14,
    ageDays: 133,
    votes: 27,
    statusChanges: [
      {
        author: 4,
        to: "under_development",
        daysAgo: 131,
        note: "Confirmed. No data is lost, the subtasks only lose their parent.",
      },
      {
        author: 4,
        to: "complete",
        daysAgo: 126,
        note: "Fixed, and subtasks that had lost their parent are back in place.",
      },
    ],
    comments: [
      { author: 14, daysAgo: 125, content: "All 23 of ours are back. Thanks for the quick fix." },
    ],
  },
  {
    title: "Mention a whole team in comments",
    description: "@design instead of typing six names.",
    category: "improvement",
    status: "complete",
    author: 11,
    ageDays: 207,
    votes: 31,
    statusChanges: [
      { author: 2, to: "planned", daysAgo: 190 },
      { author: 2, to: "complete", daysAgo: 98 },
    ],
  },
  {
    title: "Guide for moving over from Trello",
    description:
      "The import works, but I learned the hard way that archived cards come along as open tasks. Please write down what is imported and what is not before people try it with three years of cards.",
    category: "documentation",
    status: "complete",
    boardCategory: "Integrations",
    author: 7,
    ageDays: 284,
    votes: 14,
    statusChanges: [
      { author: 3, to: "planned", daysAgo: 279 },
      {
        author: 3,
        to: "complete",
        daysAgo: 265,
        note: "The guide is at https://help.acme.example/import/trello. Archived cards can now be left out, too.",
      },
    ],
  },
];
