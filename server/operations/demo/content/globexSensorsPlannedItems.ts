import type { DemoItem } from "./demoCompany.ts";

/** Items of Globex's board "Sensors & Gateways" that are planned or under development. */
export const globexSensorsPlannedItems: readonly DemoItem[] = [
  {
    title: "Show remaining battery life in months",
    description:
      "71 percent means nothing to me. I go around with a ladder twice a year, so I need to know which sensors will not last until my next round.",
    category: "improvement",
    status: "planned",
    author: 6,
    ageDays: 128,
    votes: 74,
    statusChanges: [
      { author: 3, to: "evaluating", daysAgo: 115 },
      {
        author: 3,
        to: "planned",
        daysAgo: 34,
        note: "Based on the last 90 days of each sensor. Cold rooms and chatty devices will show shorter times.",
      },
    ],
    comments: [
      { author: 16, daysAgo: 112, content: "Plus a list to print, sorted by floor." },
      { author: 3, daysAgo: 111, content: "Sorted by building, floor and room. Yes." },
    ],
  },
  {
    title: "Water leak sensor with a cable",
    description:
      "A spot sensor under the sink only notices a leak that passes by. A cable of five metres along the wall would catch it anywhere.",
    category: "feature",
    status: "planned",
    author: 13,
    ageDays: 86,
    votes: 32,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 77 },
      { author: 0, to: "planned", daysAgo: 22 },
    ],
  },
  {
    title: "Gateway forgets Wi-Fi after power loss",
    description:
      "After a power cut two of nine gateways came back without their Wi-Fi settings, and I had to drive there. Firmware 3.8.1.",
    category: "bug",
    status: "planned",
    author: 9,
    ageDays: 37,
    votes: 17,
    statusChanges: [
      { author: 3, to: "evaluating", daysAgo: 35 },
      {
        author: 3,
        to: "planned",
        daysAgo: 14,
        note: "We found it: settings are lost if the power fails a second time during start. Will be fixed in 3.9.",
      },
    ],
    comments: [
      { author: 11, daysAgo: 33, content: "One of ours did the same last winter." },
      {
        author: 3,
        daysAgo: 14,
        content: "Until 3.9, a network cable avoids it. Devices with a cable were never affected.",
      },
    ],
  },
  {
    title: "Buffer readings while the gateway is offline",
    description:
      "When our internet is down for an hour, the hour is missing from every chart and from the energy report. The sensors were working all the time.\n\nPlease keep at least a day on the gateway.",
    category: "feature",
    status: "under_development",
    boardCategory: "Energy",
    author: 7,
    ageDays: 219,
    votes: 101,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 210 },
      { author: 0, to: "planned", daysAgo: 121 },
      {
        author: 3,
        to: "under_development",
        daysAgo: 33,
        note: "Gateways of the second generation will keep seven days. The first generation has room for six hours.",
      },
    ],
    comments: [
      {
        author: 6,
        daysAgo: 207,
        content: "Our sites lose the connection daily. This decides whether we order more.",
      },
      {
        author: 15,
        daysAgo: 118,
        content: "Will late readings fire webhooks? We would need a flag to tell them apart.",
      },
      { author: 3, daysAgo: 116, content: "Yes, with the original time and a field 'delayed'." },
      { author: 6, daysAgo: 30, content: "Seven days is more than I hoped for." },
    ],
  },
  {
    title: "Pair several sensors at once",
    description:
      "Scan, wait, name, next. With 200 sensors that is a working day. Let us scan them all first and name them afterwards.",
    category: "improvement",
    status: "under_development",
    author: 10,
    ageDays: 107,
    votes: 48,
    statusChanges: [
      { author: 2, to: "planned", daysAgo: 83 },
      { author: 2, to: "under_development", daysAgo: 10 },
    ],
    comments: [
      {
        author: 12,
        daysAgo: 81,
        content:
          "Or read a CSV with serial number and room. We have that list before the boxes arrive.",
      },
    ],
  },
];
