import type { DemoItem } from "./demoCompany.ts";

/** Items of Globex's board "Sensors & Gateways" that are new or evaluating. */
export const globexSensorsOpenItems: readonly DemoItem[] = [
  {
    title: "CO2 sensor reads 390 ppm at night",
    description:
      "In an empty school it drops to 390, which is below the air outside. All four devices come from the same box (batch 2231). The others are at 420 to 430.",
    category: "bug",
    status: "new",
    boardCategory: "Indoor Climate",
    author: 8,
    ageDays: 3,
    votes: 5,
    comments: [
      {
        author: 3,
        daysAgo: 2,
        content:
          "Could you start a manual calibration next to an open window and tell us the value afterwards? Hold the button for eight seconds until the light turns blue.",
      },
      { author: 8, daysAgo: 1, content: "Three of them are at 424 now. The fourth stays at 395." },
      {
        author: 3,
        daysAgo: 0.5,
        content:
          "Then that one has a fault and we will replace it. A return label is on its way to you.",
      },
    ],
  },
  {
    title: "Black housing for dark ceilings",
    description:
      "The white ones look like smoke detectors on our black ceiling, and our architect has opinions.",
    category: "feature",
    status: "new",
    author: 1,
    ageDays: 7,
    votes: 12,
  },
  {
    title: "Mounting distances for metal ceilings",
    description:
      "The manual says 'keep away from metal'. How far is away? Every ceiling in our car park is metal.",
    category: "documentation",
    status: "new",
    author: 16,
    ageDays: 12,
    votes: 2,
  },
  {
    title: "Sensor for noise without recording",
    description:
      "Open-plan offices complain about noise more than about air. We would need the level only, and proof that nothing is recorded, or the works council will say no.",
    category: "feature",
    status: "evaluating",
    author: 5,
    ageDays: 94,
    votes: 61,
    statusChanges: [
      {
        author: 0,
        to: "evaluating",
        daysAgo: 81,
        note: "Technically simple, legally less so. We are working on a version whose microphone hardware cannot pass on speech.",
      },
    ],
    comments: [
      { author: 10, daysAgo: 90, content: "Interested, for two libraries and a call centre." },
      {
        author: 1,
        daysAgo: 80,
        content: "An independent certificate would make this possible in Italy.",
      },
      { author: 0, daysAgo: 79, content: "That is the plan: no sale without one." },
    ],
  },
  {
    title: "Power over Ethernet for the gateway",
    description:
      "There is a network socket in every riser, but never a power socket. An injector works and looks terrible.",
    category: "feature",
    status: "evaluating",
    author: 11,
    ageDays: 63,
    votes: 39,
    statusChanges: [{ author: 3, to: "evaluating", daysAgo: 52 }],
    comments: [
      { author: 12, daysAgo: 50, content: "Would also spare us an electrician for every gateway." },
    ],
  },
  {
    title: "Motion sensor misses people who sit still",
    description:
      "After ten minutes of quiet work the room is 'free' and somebody walks in. This happens mostly in small meeting rooms.",
    category: "bug",
    status: "evaluating",
    boardCategory: "Occupancy",
    author: 14,
    ageDays: 41,
    votes: 28,
    statusChanges: [{ author: 3, to: "evaluating", daysAgo: 35 }],
  },
  {
    title: "Child-safe screws for sensors in kindergartens",
    description: "Our safety officer wants a housing that opens only with a tool.",
    category: "feature",
    status: "new",
    author: 9,
    ageDays: 0.2,
    isPending: true,
    votes: 0,
  },
];
