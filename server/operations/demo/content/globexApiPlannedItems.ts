import type { DemoItem } from "./demoCompany.ts";

/** Items of Globex's board "API & Integrations" that are planned or under development. */
export const globexApiPlannedItems: readonly DemoItem[] = [
  {
    title: "BACnet/IP for building management systems",
    description:
      "Our BMS speaks BACnet and nothing else. If the gateway showed every sensor as a BACnet object, we could use your values for control and not only for looking at charts.",
    category: "feature",
    status: "planned",
    boardCategory: "Indoor Climate",
    author: 12,
    ageDays: 236,
    votes: 111,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 222 },
      {
        author: 0,
        to: "planned",
        daysAgo: 51,
        note: "Planned for gateways of the second generation, read only at first.",
      },
    ],
    comments: [
      {
        author: 5,
        daysAgo: 218,
        content: "This would put you on the list for every public tender we write.",
      },
      {
        author: 13,
        daysAgo: 175,
        content: "Please make sure that object ids stay the same after a sensor is replaced.",
      },
      {
        author: 3,
        daysAgo: 173,
        content:
          "Yes, the object belongs to the place and not to the device. A replacement takes it over.",
      },
      {
        author: 12,
        daysAgo: 49,
        content: "Read only is fine for us. We have a test bench if you need one.",
      },
      { author: 3, daysAgo: 48, content: "Gladly. I will write to you next week." },
    ],
  },
  {
    title: "Send alerts to Microsoft Teams",
    description: "A channel per building, with a button to confirm the alert.",
    category: "feature",
    status: "planned",
    boardCategory: "Alerts",
    author: 6,
    ageDays: 102,
    votes: 50,
    statusChanges: [
      { author: 2, to: "evaluating", daysAgo: 93 },
      { author: 2, to: "planned", daysAgo: 30 },
    ],
    comments: [
      {
        author: 2,
        daysAgo: 92,
        isInternal: true,
        content: "The plant in Lyon would pay for this. Ask them before we decide.",
      },
      {
        author: 7,
        daysAgo: 91,
        content: "The confirm button is what matters. Messages alone we can do with a webhook.",
      },
    ],
  },
  {
    title: "Return units with every reading",
    description:
      "We had Wh in one place and kWh in another and found out through an invoice. If each value came with its unit, nobody would have to guess.",
    category: "improvement",
    status: "planned",
    boardCategory: "Energy",
    author: 9,
    ageDays: 54,
    votes: 25,
    statusChanges: [
      {
        author: 4,
        to: "planned",
        daysAgo: 32,
        note: "Comes as an additional field in v2, so existing clients will not notice.",
      },
    ],
  },
  {
    title: "Bulk endpoint to rename rooms",
    description:
      "After a move we renamed 340 rooms, one call each, with pauses because of the rate limit. It ran for two hours.",
    category: "improvement",
    status: "under_development",
    author: 10,
    ageDays: 79,
    votes: 22,
    statusChanges: [
      { author: 4, to: "planned", daysAgo: 60 },
      { author: 4, to: "under_development", daysAgo: 12 },
    ],
  },
  {
    title: "Sign in with our company accounts",
    description:
      "SAML or OpenID Connect, so that people who leave lose access on the same day. IT will not approve the rollout to all buildings without it.",
    category: "feature",
    status: "under_development",
    author: 1,
    ageDays: 168,
    votes: 73,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 157 },
      { author: 0, to: "planned", daysAgo: 90 },
      {
        author: 4,
        to: "under_development",
        daysAgo: 23,
        note: "OpenID Connect is working in our test system. SAML comes next.",
      },
    ],
    comments: [
      {
        author: 10,
        daysAgo: 150,
        content: "Groups should decide about roles, otherwise we do the work twice.",
      },
      { author: 4, daysAgo: 22, content: "Groups can be mapped to roles for each building." },
      { author: 1, daysAgo: 21, content: "We would like to be part of the test." },
    ],
  },
];
