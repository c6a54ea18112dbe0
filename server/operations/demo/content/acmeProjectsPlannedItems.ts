import type { DemoItem } from "./demoCompany.ts";

/** Items of Acme's board "Projects & Planning" that are planned or under development. */
export const acmeProjectsPlannedItems: readonly DemoItem[] = [
  {
    title: "Recurring tasks for monthly retainers",
    description:
      "Most of our clients are on retainers: same newsletter, same report, same social posts, every month. I copy about eighty tasks on the first of each month.\n\nI would like to set a task to repeat every month or every second Monday, assigned to the same person, with the checklist empty again.",
    category: "feature",
    status: "planned",
    boardCategory: "Automation",
    author: 5,
    ageDays: 188,
    votes: 132,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 170 },
      {
        author: 0,
        to: "planned",
        daysAgo: 43,
        note: "Planned for the coming quarter. The first version repeats daily, weekly and monthly; custom rules come later.",
      },
    ],
    comments: [
      { author: 12, daysAgo: 180, content: "The one thing that still keeps us on our old tool." },
      {
        author: 7,
        daysAgo: 166,
        content: "Please let the due date be relative, for example third working day of the month.",
      },
      {
        author: 14,
        daysAgo: 121,
        content: "And skip public holidays if possible. In Vietnam, Tet moves every year.",
      },
      {
        author: 0,
        daysAgo: 119,
        content:
          "Good point about holidays. We already know the holiday calendar of each team member, so the due date can use it.",
      },
      {
        author: 1,
        daysAgo: 61,
        content: "Is there any news? We start two new retainers soon.",
      },
      {
        author: 0,
        daysAgo: 43,
        content: "There is: it is planned now. I will write here when there is something to try.",
      },
      { author: 5, daysAgo: 42, content: "Great news, happy to test early." },
    ],
  },
  {
    title: "Copy a project without its people",
    description:
      "When I duplicate a project, all assignees come along and receive an e-mail for every task. Please ask me first.",
    category: "improvement",
    status: "planned",
    author: 13,
    ageDays: 91,
    votes: 34,
    statusChanges: [
      { author: 3, to: "evaluating", daysAgo: 84 },
      {
        author: 3,
        to: "planned",
        daysAgo: 29,
        note: "You will choose what to copy: people, dates, comments and files.",
      },
    ],
    comments: [
      {
        author: 11,
        daysAgo: 80,
        content: "Last week I sent 140 e-mails to my team this way. Sorry again, everyone.",
      },
    ],
  },
  {
    title: "Gantt chart cuts off long task names",
    description:
      "Names are cut after 24 characters even when there is a lot of room to the right of the bar.",
    category: "bug",
    status: "planned",
    author: 16,
    ageDays: 47,
    votes: 8,
    statusChanges: [{ author: 4, to: "planned", daysAgo: 40 }],
  },
  {
    title: "Timeline across all projects",
    description:
      "One timeline per project is nice, but on Monday morning I need to see all of them. Bars for projects and milestones are enough, no tasks.",
    category: "feature",
    status: "under_development",
    author: 10,
    ageDays: 243,
    votes: 96,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 230 },
      { author: 0, to: "planned", daysAgo: 130 },
      {
        author: 3,
        to: "under_development",
        daysAgo: 24,
        note: "Work has started. A preview is at https://preview.acme.example/timeline and we welcome any comment.",
      },
    ],
    comments: [
      {
        author: 8,
        daysAgo: 228,
        content: "With a filter by client, please. We have sixty projects for nine clients.",
      },
      { author: 13, daysAgo: 126, content: "Printing it on A3 would make our Monday meeting." },
      {
        author: 10,
        daysAgo: 20,
        content:
          "The preview is already better than my whiteboard. Milestones of the same day overlap, though.",
      },
      { author: 3, daysAgo: 19, content: "Thanks Kwame, the overlap is on our list." },
    ],
  },
  {
    title: "Approve designs inside the client portal",
    description:
      "Clients approve by e-mail and two weeks later nobody finds it. A button with name and date next to the file would settle most of our discussions.",
    category: "feature",
    status: "under_development",
    boardCategory: "Client Access",
    author: 9,
    ageDays: 156,
    votes: 58,
    statusChanges: [
      { author: 3, to: "evaluating", daysAgo: 149 },
      { author: 3, to: "planned", daysAgo: 88 },
      { author: 2, to: "under_development", daysAgo: 17 },
    ],
    comments: [
      {
        author: 6,
        daysAgo: 140,
        content: "Would be good to have 'approved with changes' as a third answer.",
      },
      {
        author: 2,
        daysAgo: 17,
        content: "It is in: approve, approve with changes, reject. Each with an optional comment.",
      },
    ],
  },
  {
    title: "Keyboard shortcuts for the task list",
    description:
      "New task, next task, assign to me, mark as done. I type all day and only use the mouse in Acme.",
    category: "improvement",
    status: "under_development",
    author: 1,
    ageDays: 64,
    votes: 19,
    statusChanges: [
      { author: 4, to: "planned", daysAgo: 50 },
      { author: 4, to: "under_development", daysAgo: 9 },
    ],
  },
];
