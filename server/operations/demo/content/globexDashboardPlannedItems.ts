import type { DemoItem } from "./demoCompany.ts";

/** Items of Globex's board "Dashboard" that are planned or under development. */
export const globexDashboardPlannedItems: readonly DemoItem[] = [
  {
    title: "Alert on-call staff by phone",
    description:
      "An e-mail at 3 a.m. about a flooded server room helps nobody. We need a call or at least a text message, and a second person when the first one does not answer within ten minutes.\n\nAt the moment we forward e-mails to https://oncall.nordhamn.example, which works most of the time. Most of the time is the problem.",
    category: "feature",
    status: "planned",
    boardCategory: "Alerts",
    author: 11,
    ageDays: 203,
    votes: 127,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 191 },
      {
        author: 0,
        to: "planned",
        daysAgo: 38,
        note: "Text messages first, then calls with escalation. Prices per message are still open.",
      },
    ],
    comments: [
      {
        author: 13,
        daysAgo: 199,
        content: "In the Gulf, text messages are delayed on weekends. Calls are what we need.",
      },
      {
        author: 5,
        daysAgo: 187,
        content: "Who answered, and when, must be in the log. Our insurer asks for it.",
      },
      {
        author: 0,
        daysAgo: 186,
        content: "Good point, thank you. Every step of an escalation would be kept with its time.",
      },
      {
        author: 14,
        daysAgo: 94,
        content: "Is KakaoTalk possible? Nobody reads text messages here.",
      },
      {
        author: 0,
        daysAgo: 93,
        content:
          "Not in the first version, but the channels will be easy to extend. I have written it down.",
      },
      { author: 11, daysAgo: 37, content: "Good to see it moving." },
    ],
  },
  {
    title: "Monthly energy report for owners",
    description:
      "One page per building: consumption, cost, comparison with last year, three things that stood out. Our owners never log in, and they do not need to.",
    category: "feature",
    status: "planned",
    boardCategory: "Energy",
    author: 9,
    ageDays: 134,
    votes: 68,
    statusChanges: [
      { author: 2, to: "evaluating", daysAgo: 122 },
      { author: 2, to: "planned", daysAgo: 41 },
    ],
    comments: [
      {
        author: 7,
        daysAgo: 120,
        content: "With our own logo, please. The report goes out in our name.",
      },
    ],
  },
  {
    title: "Undo for moved sensors on floor plans",
    description:
      "I moved the wrong sensor and could not remember where it had been. One step back is enough.",
    category: "improvement",
    status: "planned",
    author: 8,
    ageDays: 44,
    votes: 15,
    statusChanges: [{ author: 4, to: "planned", daysAgo: 27 }],
  },
  {
    title: "Occupancy heat map over the week",
    description:
      "We want to give up one of four floors and have to show which one. A map with the hours of the week, by room and by floor, averaged over a quarter.",
    category: "feature",
    status: "under_development",
    boardCategory: "Occupancy",
    author: 10,
    ageDays: 181,
    votes: 89,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 170 },
      { author: 0, to: "planned", daysAgo: 96 },
      {
        author: 2,
        to: "under_development",
        daysAgo: 28,
        note: "The first version shows floors. Rooms follow two weeks later.",
      },
    ],
    comments: [
      {
        author: 1,
        daysAgo: 165,
        content:
          "Works council question: can a single person be recognised? For small rooms that would be a problem.",
      },
      {
        author: 2,
        daysAgo: 163,
        content:
          "Rooms for fewer than four people are only shown as part of their floor, and there are no times finer than an hour.",
      },
      { author: 1, daysAgo: 162, content: "Perfect, that is what they will want to hear." },
      {
        author: 10,
        daysAgo: 11,
        content: "The preview already answered our question. It is floor three.",
      },
    ],
  },
  {
    title: "Custom roles for building staff",
    description:
      "Caretakers should see their own building and confirm alerts. Nothing else. Admin or viewer is too coarse for 80 people.",
    category: "feature",
    status: "under_development",
    author: 6,
    ageDays: 145,
    votes: 51,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 133 },
      { author: 0, to: "planned", daysAgo: 72 },
      { author: 3, to: "under_development", daysAgo: 16 },
    ],
  },
  {
    title: "Chart freezes when zooming into a year",
    description:
      "Five sensors, one year, zoom with the mouse wheel: the tab hangs for about twenty seconds. With one sensor it is fine.",
    category: "bug",
    status: "under_development",
    author: 12,
    ageDays: 26,
    votes: 20,
    statusChanges: [
      { author: 4, to: "evaluating", daysAgo: 24 },
      {
        author: 4,
        to: "under_development",
        daysAgo: 6,
        note: "The chart loads every single reading. It will load as many points as your screen can show.",
      },
    ],
    comments: [
      { author: 15, daysAgo: 25, content: "Same in Safari. The network tab shows 38 MB of JSON." },
      { author: 4, daysAgo: 24, content: "That is the hint we needed, thanks Emily." },
    ],
  },
];
