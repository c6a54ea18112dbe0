import type { DemoItem } from "./demoCompany.ts";

/** Items of Acme's board "Projects & Planning" that are new or evaluating. */
export const acmeProjectsOpenItems: readonly DemoItem[] = [
  {
    title: "Let me pin three projects to the top",
    description:
      "I jump between the same three projects all day and scroll past forty others to get there. A pin or a star would do.",
    category: "feature",
    status: "new",
    author: 15,
    ageDays: 1,
    votes: 4,
  },
  {
    title: "Drag and drop stutters with 200+ tasks",
    description:
      "On our biggest project, moving a card takes about two seconds before it lands. Firefox and Chrome are the same. Smaller projects are fine.\n\nI recorded it here: https://video.pixelkettle.example/board-lag",
    category: "bug",
    status: "new",
    author: 12,
    ageDays: 3,
    votes: 9,
    comments: [
      {
        author: 16,
        daysAgo: 2.5,
        content: "Same here with 340 tasks. Collapsing the finished column helps a little.",
      },
      {
        author: 2,
        daysAgo: 2,
        content:
          "Thanks for the recording, that makes it much easier. We can reproduce it with 300 tasks and are looking into it.",
      },
    ],
  },
  {
    title: "Explain how task dependencies move dates",
    description:
      "I could not find anything on what happens to the following tasks when I move the first one. Does it keep the gap or close it? A page with two pictures would answer it.",
    category: "documentation",
    status: "new",
    author: 11,
    ageDays: 6,
    votes: 3,
  },
  {
    title: "Emoji in project names",
    description:
      "Small thing, but colours alone are hard to tell apart. Right now an emoji in the name is saved as a question mark.",
    category: "improvement",
    status: "new",
    author: 14,
    ageDays: 0,
    votes: 1,
  },
  {
    title: "Guest access for freelancers on one project",
    description:
      "We work with about fifteen freelancers a year. Giving each one a full seat is too expensive, and a shared login is not something I want to explain to our clients.\n\nWhat we need: a guest sees one project, can tick off tasks and log time there, and sees nothing of the others or of our rates.",
    category: "feature",
    status: "evaluating",
    boardCategory: "Client Access",
    author: 7,
    ageDays: 58,
    votes: 87,
    statusChanges: [
      {
        author: 0,
        to: "evaluating",
        daysAgo: 51,
        note: "This touches seats and permissions alike. We are talking to ten agencies about it this month.",
      },
    ],
    comments: [
      {
        author: 8,
        daysAgo: 56,
        content:
          "Yes please. We currently export tasks to a spreadsheet for freelancers, which is out of date an hour later.",
      },
      {
        author: 5,
        daysAgo: 53,
        content: "Important for us: guests must not see budgets or hourly rates.",
      },
      {
        author: 0,
        daysAgo: 51,
        content:
          "Understood, rates would be hidden for guests in any case. Would you expect to pay per guest, or have a number of guests included in the plan?",
      },
      {
        author: 7,
        daysAgo: 50,
        content:
          "Included, up to some limit. Per guest and per month would bring back the problem we have with seats.",
      },
      {
        author: 10,
        daysAgo: 34,
        content: "Agree with Aoife. Five included guests per paid seat would cover us.",
      },
    ],
  },
  {
    title: "Baseline to compare plan and reality",
    description:
      "When a project slips I would like to show the client the plan we agreed on next to where we are now. Freezing a copy of the timeline at kickoff would be enough.",
    category: "feature",
    status: "evaluating",
    author: 16,
    ageDays: 74,
    votes: 23,
    statusChanges: [{ author: 3, to: "evaluating", daysAgo: 66 }],
    comments: [
      {
        author: 13,
        daysAgo: 60,
        content:
          "We take a screenshot of the timeline on day one. It works, but it is not exactly elegant.",
      },
    ],
  },
  {
    title: "Two-way sync with Google Calendar",
    description:
      "Deadlines appear in my calendar, good. But when I move the event there, nothing happens in Acme. Half my team plans in the calendar.",
    category: "improvement",
    status: "evaluating",
    boardCategory: "Integrations",
    author: 6,
    ageDays: 112,
    votes: 41,
    statusChanges: [
      {
        author: 2,
        to: "evaluating",
        daysAgo: 97,
        note: "Writing back is easy, deciding who wins when both sides changed is not. We are collecting cases.",
      },
    ],
    comments: [
      {
        author: 9,
        daysAgo: 95,
        content: "For us the calendar should always win. It is where the client meetings are.",
      },
      { author: 15, daysAgo: 90, content: "Outlook too, please, if you open this up anyway." },
      {
        author: 2,
        daysAgo: 88,
        content:
          "Noted. The same approach would carry over to Outlook, so we will look at both together.",
      },
    ],
  },
  {
    title: "Workload view forgets the selected team",
    description:
      "I select the design team in the workload view, open a task, go back, and it shows everybody again. I do this perhaps thirty times a day.",
    category: "bug",
    status: "evaluating",
    author: 9,
    ageDays: 22,
    votes: 12,
    statusChanges: [{ author: 4, to: "evaluating", daysAgo: 19 }],
  },
];
