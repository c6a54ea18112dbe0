import type { DemoItem } from "./demoCompany.ts";

/** Items of Globex's private board "Pilot Sites". The team has written all of these items. */
export const globexPilotItems: readonly DemoItem[] = [
  {
    title: "Desk sensor falls off oiled wood",
    description:
      "Eight of fifty at the Hamburg site came off within two weeks. The tape holds on everything except oiled oak. We need primer in the box or a screw plate.",
    category: "bug",
    status: "new",
    boardCategory: "Occupancy",
    author: 3,
    ageDays: 2,
    votes: 3,
    comments: [
      { author: 0, daysAgo: 1, content: "Screw plate, please. Primer will end up on the desk." },
    ],
  },
  {
    title: "Installers want a printed quick guide",
    description:
      "No reception in the basement, so the QR code on the box does not help them. One folded page, pictures only.",
    category: "documentation",
    status: "new",
    author: 2,
    ageDays: 6,
    votes: 2,
  },
  {
    title: "Kontorhaus offers a second building",
    description:
      "Marcus would take the noise sensor on two floors from next quarter, under an agreement with their works council. Draft is at https://files.globex.example/pilots/kontorhaus-2",
    category: "feature",
    status: "new",
    author: 0,
    ageDays: 11,
    votes: 4,
  },
  {
    title: "Radio range in the Prague school",
    description:
      "Walls of 90 centimetres. Two classrooms on the second floor report one reading in three. A second gateway fixes it, but we quoted for one.",
    category: "improvement",
    status: "evaluating",
    author: 3,
    ageDays: 48,
    votes: 2,
    statusChanges: [{ author: 3, to: "evaluating", daysAgo: 42 }],
    comments: [
      {
        author: 4,
        daysAgo: 40,
        content:
          "Spreading factor 10 instead of 9 brings it to nine in ten, at about a fifth of the battery life.",
      },
      {
        author: 0,
        daysAgo: 39,
        content: "Then let us pay for the second gateway and learn to measure before we quote.",
      },
    ],
  },
  {
    title: "Count people at doors with radar",
    description:
      "The first prototype is within 4 percent over a day, but counts a cleaning trolley as two people.",
    category: "feature",
    status: "evaluating",
    boardCategory: "Occupancy",
    author: 3,
    ageDays: 73,
    votes: 3,
    statusChanges: [{ author: 3, to: "evaluating", daysAgo: 65 }],
  },
  {
    title: "Checklist before a pilot goes live",
    description:
      "Every site starts differently and we forget something else each time. One list: contacts, floor plans, network, alert receivers, end date.",
    category: "documentation",
    status: "planned",
    author: 2,
    ageDays: 66,
    votes: 4,
    statusChanges: [{ author: 0, to: "planned", daysAgo: 37 }],
  },
  {
    title: "Solar cell for the outdoor sensor",
    description:
      "Batteries last five months on the roof in Oslo. A cell the size of a matchbox would carry it through the winter according to Dieter's numbers.",
    category: "feature",
    status: "planned",
    boardCategory: "Energy",
    author: 4,
    ageDays: 104,
    votes: 3,
    statusChanges: [
      { author: 3, to: "evaluating", daysAgo: 95 },
      { author: 0, to: "planned", daysAgo: 20, note: "Ten units for the next winter test." },
    ],
  },
  {
    title: "Noise sensor: certificate for speech privacy",
    description:
      "The lab wants the schematic, two samples and a signed firmware. Six weeks from delivery.",
    category: "improvement",
    status: "under_development",
    author: 0,
    ageDays: 77,
    votes: 4,
    statusChanges: [
      { author: 0, to: "planned", daysAgo: 62 },
      { author: 3, to: "under_development", daysAgo: 19, note: "Samples were sent on Monday." },
    ],
    comments: [
      {
        author: 3,
        daysAgo: 5,
        content: "They confirmed the receipt and have no questions so far.",
      },
    ],
  },
  {
    title: "Leak cable reports dew as a leak",
    description:
      "Every morning between 5 and 7 in the Singapore plant room. It needs a second threshold and a minute of patience.",
    category: "bug",
    status: "under_development",
    boardCategory: "Alerts",
    author: 4,
    ageDays: 40,
    votes: 2,
    statusChanges: [
      { author: 3, to: "planned", daysAgo: 31 },
      { author: 3, to: "under_development", daysAgo: 7 },
    ],
  },
  {
    title: "Clip meter reads low below one ampere",
    description: "Standby loads in Valencia were 18 percent too low against the reference meter.",
    category: "bug",
    status: "complete",
    boardCategory: "Energy",
    author: 3,
    ageDays: 163,
    votes: 3,
    statusChanges: [
      { author: 3, to: "under_development", daysAgo: 158 },
      {
        author: 3,
        to: "complete",
        daysAgo: 122,
        note: "New core material. Within 2 percent down to 0.2 A.",
      },
    ],
    comments: [
      {
        author: 2,
        daysAgo: 120,
        content: "Carlos measured it again and is happy. Cleared for the shop.",
      },
    ],
  },
  {
    title: "Rotterdam warehouse as a load test",
    description:
      "2,400 sensors on one floor, more than anything we have tried. They let us use the site on two Sundays.",
    category: "feature",
    status: "complete",
    author: 2,
    ageDays: 216,
    votes: 4,
    statusChanges: [
      { author: 0, to: "planned", daysAgo: 208 },
      {
        author: 2,
        to: "complete",
        daysAgo: 172,
        note: "The plan opens in 1.1 seconds. Report is in the shared folder.",
      },
    ],
  },
];
