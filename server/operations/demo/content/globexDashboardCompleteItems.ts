import type { DemoItem } from "./demoCompany.ts";

/** Items of Globex's board "Dashboard" that are complete. */
export const globexDashboardCompleteItems: readonly DemoItem[] = [
  {
    title: "Floor plans with live readings",
    description:
      "A list of 300 sensor names tells me nothing. Let me upload the plan of each floor, drop the sensors where they hang and colour the rooms by temperature or CO2.",
    category: "feature",
    status: "complete",
    boardCategory: "Indoor Climate",
    author: 5,
    ageDays: 389,
    votes: 136,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 375 },
      { author: 0, to: "planned", daysAgo: 318 },
      { author: 2, to: "under_development", daysAgo: 257 },
      {
        author: 2,
        to: "complete",
        daysAgo: 159,
        note: "Floor plans are here. Upload a PDF, PNG or DWG under Buildings, Floors.",
      },
    ],
    comments: [
      { author: 8, daysAgo: 371, content: "DWG, please. We do not have anything else." },
      { author: 10, daysAgo: 310, content: "Please keep it fast with 1,000 sensors on one page." },
      {
        author: 2,
        daysAgo: 159,
        content:
          "Tested with 2,400 on one floor. A warehouse in Rotterdam was kind enough to help.",
      },
      {
        author: 5,
        daysAgo: 157,
        content:
          "Uploaded all 22 floors yesterday. My team now opens the plan first and the list never.",
      },
      { author: 14, daysAgo: 150, content: "Beautiful work." },
    ],
  },
  {
    title: "Alert when a sensor goes silent",
    description:
      "An empty battery looks like a quiet room. Tell me when a sensor has not reported for two hours.",
    category: "feature",
    status: "complete",
    boardCategory: "Alerts",
    author: 13,
    ageDays: 277,
    votes: 82,
    statusChanges: [
      { author: 0, to: "planned", daysAgo: 259 },
      { author: 3, to: "under_development", daysAgo: 224 },
      {
        author: 3,
        to: "complete",
        daysAgo: 190,
        note: "On by default after four hours. The time can be set for each type of sensor.",
      },
    ],
    comments: [
      {
        author: 16,
        daysAgo: 188,
        content: "Found six dead sensors on the first day. Slightly embarrassing, very useful.",
      },
      { author: 13, daysAgo: 185, content: "Eleven here." },
    ],
  },
  {
    title: "Export chart data to CSV",
    description: "What you see in the chart, in a file. Time, sensor, value, unit.",
    category: "improvement",
    status: "complete",
    author: 12,
    ageDays: 232,
    votes: 46,
    statusChanges: [
      { author: 4, to: "planned", daysAgo: 220 },
      { author: 4, to: "complete", daysAgo: 195 },
    ],
  },
  {
    title: "Times are one hour off after DST",
    description:
      "Since Sunday all charts are one hour late for buildings in Chile. Madrid is correct.",
    category: "bug",
    status: "complete",
    author: 9,
    ageDays: 68,
    votes: 11,
    statusChanges: [
      { author: 4, to: "under_development", daysAgo: 67.5 },
      {
        author: 4,
        to: "complete",
        daysAgo: 66,
        note: "Our time zone data was older than the change of the law in Chile. Readings were stored correctly, only the display was wrong.",
      },
    ],
    comments: [
      {
        author: 4,
        daysAgo: 67,
        content:
          "You are right. It concerns the display only, reports will be correct again after the fix.",
      },
      { author: 9, daysAgo: 65, content: "Confirmed, all good now." },
    ],
  },
];
