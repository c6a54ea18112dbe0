import type { DemoItem } from "./demoCompany.ts";

/** Items of Globex's board "Dashboard" that are new or evaluating. */
export const globexDashboardOpenItems: readonly DemoItem[] = [
  {
    title: "Rooms with umlauts sort to the end",
    description: "'Übungsraum' comes after 'Zentrale'. Our receptionists look for it under U.",
    category: "bug",
    status: "new",
    author: 5,
    ageDays: 2,
    votes: 3,
    comments: [
      { author: 8, daysAgo: 1.5, content: "Czech letters as well: 'Šatna' is last in the list." },
    ],
  },
  {
    title: "Full-screen mode for the lobby display",
    description:
      "We show the air quality on a screen at the entrance. The menu and the cookie notice are visible all day. A link such as https://dashboard.globex.example/kiosk without any of that would be great.",
    category: "feature",
    status: "new",
    boardCategory: "Indoor Climate",
    author: 14,
    ageDays: 5,
    votes: 14,
  },
  {
    title: "Choose Fahrenheit for each user",
    description:
      "Our facility team thinks in Fahrenheit, the owners in Zurich in Celsius. Today one of the two has to calculate.",
    category: "improvement",
    status: "new",
    boardCategory: "Indoor Climate",
    author: 12,
    ageDays: 8,
    votes: 7,
    comments: [
      {
        author: 4,
        daysAgo: 7,
        content:
          "Sensible. Would you want it for temperature only, or also square feet and gallons?",
      },
      { author: 12, daysAgo: 6, content: "All of them, as one switch." },
    ],
  },
  {
    title: "What the comfort score is made of",
    description: "A tenant asked me why their floor has 71 and the one above 84. I had no answer.",
    category: "documentation",
    status: "new",
    boardCategory: "Indoor Climate",
    author: 6,
    ageDays: 10,
    votes: 5,
  },
  {
    title: "Compare two buildings side by side",
    description:
      "We manage twelve offices of about the same size. When one uses 30 percent more energy I want to put it next to a good one, same week, same scale, and see when it happens.",
    category: "feature",
    status: "evaluating",
    boardCategory: "Energy",
    author: 7,
    ageDays: 87,
    votes: 76,
    statusChanges: [
      {
        author: 0,
        to: "evaluating",
        daysAgo: 79,
        note: "We are looking at how to make it fair: per square metre, and corrected for the weather.",
      },
    ],
    comments: [
      {
        author: 10,
        daysAgo: 85,
        content:
          "Per person present would be more telling for us. Half our floors are empty on Fridays.",
      },
      {
        author: 0,
        daysAgo: 78,
        content:
          "Interesting. With occupancy sensors on the floor we could offer that as a third option.",
      },
      {
        author: 9,
        daysAgo: 60,
        content: "Please include a ranking of all buildings, not only two.",
      },
      {
        author: 7,
        daysAgo: 58,
        content: "A ranking first and then two of them in detail, that would be how I work.",
      },
    ],
  },
  {
    title: "Mute alerts during planned maintenance",
    description:
      "The chiller is serviced every quarter and forty people receive sixty alerts each. After that they mute us for good.\n\nLet me set a window per building or per system, with a note.",
    category: "feature",
    status: "evaluating",
    boardCategory: "Alerts",
    author: 13,
    ageDays: 55,
    votes: 43,
    statusChanges: [{ author: 2, to: "evaluating", daysAgo: 47 }],
    comments: [
      {
        author: 11,
        daysAgo: 46,
        content:
          "It should end by itself. We once forgot to switch the alerts back on for two weeks.",
      },
      {
        author: 2,
        daysAgo: 45,
        content: "A window would always need an end, eight hours unless you say otherwise.",
      },
    ],
  },
  {
    title: "Charts are hard to read when colour blind",
    description:
      "Red and green lines look the same to me. Dashes or marks on the lines would solve it.",
    category: "improvement",
    status: "evaluating",
    author: 16,
    ageDays: 31,
    votes: 18,
    statusChanges: [
      {
        author: 4,
        to: "evaluating",
        daysAgo: 24,
        note: "We are testing a new palette together with different line styles.",
      },
    ],
  },
  {
    title: "Dark mode for the control room",
    description: "Three screens, white, at night.",
    category: "improvement",
    status: "evaluating",
    author: 11,
    ageDays: 119,
    votes: 37,
    statusChanges: [{ author: 4, to: "evaluating", daysAgo: 90 }],
    comments: [
      { author: 13, daysAgo: 117, content: "Our night shift would buy you a coffee. Or several." },
    ],
  },
];
