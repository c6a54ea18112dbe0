import type { DemoItem } from "./demoCompany.ts";

/** Items of Acme's board "Time Tracking" that are planned or under development. */
export const acmeTimePlannedItems: readonly DemoItem[] = [
  {
    title: "Offline timer in the mobile app",
    description:
      "Our team is often on site in basements and on trains. The timer refuses to start without a connection, so the hours go into a paper notebook and half of them are never entered.\n\nPlease let it run and send everything later.",
    category: "feature",
    status: "planned",
    boardCategory: "Mobile",
    author: 13,
    ageDays: 214,
    votes: 109,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 205 },
      {
        author: 2,
        to: "planned",
        daysAgo: 55,
        note: "Planned together with the new sync. Android and iOS will get it at the same time.",
      },
    ],
    comments: [
      {
        author: 8,
        daysAgo: 200,
        content: "Same for us at film shoots. No reception for ten hours.",
      },
      {
        author: 10,
        daysAgo: 161,
        content:
          "What happens if the task was deleted meanwhile? I would rather keep the time without a task than lose it.",
      },
      {
        author: 2,
        daysAgo: 160,
        content: "That is how we see it, too. The entry would be kept and marked for review.",
      },
      { author: 7, daysAgo: 48, content: "Glad to see this planned." },
    ],
  },
  {
    title: "Split one entry between two clients",
    description:
      "A one-hour meeting about two campaigns is thirty minutes each. I would like to split the entry instead of editing it and adding a second one.",
    category: "improvement",
    status: "planned",
    author: 9,
    ageDays: 76,
    votes: 21,
    statusChanges: [
      { author: 3, to: "evaluating", daysAgo: 71 },
      { author: 3, to: "planned", daysAgo: 26 },
    ],
    comments: [
      {
        author: 3,
        daysAgo: 27,
        isInternal: true,
        content: "Two agencies asked for this on the phone. I have recorded their votes.",
      },
    ],
  },
  {
    title: "Idle detection counts video calls",
    description:
      "After fifteen minutes in a call without touching the mouse, the desktop app asks whether I am still there and takes the time away if I miss the question. This is most of my Thursday.",
    category: "bug",
    status: "planned",
    author: 1,
    ageDays: 52,
    votes: 29,
    statusChanges: [
      {
        author: 4,
        to: "planned",
        daysAgo: 33,
        note: "The app will leave the timer alone while the camera or the microphone is in use.",
      },
    ],
    comments: [
      { author: 12, daysAgo: 50, content: "Lost 40 minutes of a workshop to this." },
      {
        author: 4,
        daysAgo: 33,
        content:
          "Until then: Settings, Desktop, Idle time, and set it to 60 minutes. Sorry for the lost time.",
      },
    ],
  },
  {
    title: "Approve timesheets for a whole team",
    description:
      "I approve 18 timesheets one by one every Monday. A list with totals and one button would turn half an hour into two minutes.",
    category: "feature",
    status: "under_development",
    author: 7,
    ageDays: 171,
    votes: 64,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 160 },
      { author: 0, to: "planned", daysAgo: 79 },
      {
        author: 3,
        to: "under_development",
        daysAgo: 21,
        note: "The list with totals works. We are adding a way to send a single day back with a question.",
      },
    ],
    comments: [
      { author: 16, daysAgo: 155, content: "Please highlight days under six and over ten hours." },
      {
        author: 3,
        daysAgo: 21,
        content: "That is part of it. The limits can be set for each team.",
      },
    ],
  },
  {
    title: "Suggest entries from my calendar",
    description:
      "Most of my day is in the calendar already. Show me the meetings of the day as suggestions that I accept with one click.",
    category: "feature",
    status: "under_development",
    boardCategory: "Automation",
    author: 6,
    ageDays: 126,
    votes: 47,
    statusChanges: [
      { author: 2, to: "evaluating", daysAgo: 118 },
      { author: 2, to: "planned", daysAgo: 66 },
      { author: 2, to: "under_development", daysAgo: 13 },
    ],
    comments: [
      {
        author: 11,
        daysAgo: 117,
        content: "Private events must stay private, that would be a show stopper here.",
      },
      {
        author: 2,
        daysAgo: 116,
        content:
          "Agreed. Events marked private are skipped, and suggestions are visible to you alone.",
      },
    ],
  },
  {
    title: "Android widget shows the wrong total",
    description: "The widget says 6:40 for today, the app says 5:40. Since the clocks changed.",
    category: "bug",
    status: "under_development",
    boardCategory: "Mobile",
    author: 14,
    ageDays: 19,
    votes: 7,
    statusChanges: [{ author: 4, to: "under_development", daysAgo: 12 }],
  },
];
