import type { DemoItem } from "./demoCompany.ts";

/** Items of Globex's board "API & Integrations" that are new or evaluating. */
export const globexApiOpenItems: readonly DemoItem[] = [
  {
    title: "Rate limit headers are missing on 429",
    description:
      "The documentation promises Retry-After, but the response has none, so we wait a minute to be safe.\n\ncurl -i https://api.globex.example/v2/readings shows it after about 120 calls.",
    category: "bug",
    status: "new",
    author: 15,
    ageDays: 1,
    votes: 4,
    comments: [
      {
        author: 4,
        daysAgo: 0.5,
        content: "You are right, the header gets lost in the new proxy. Should be a small fix.",
      },
    ],
  },
  {
    title: "Terraform provider for buildings and alerts",
    description:
      "We roll out the same forty alert rules to every new site and would like to keep them in Git.",
    category: "feature",
    status: "new",
    boardCategory: "Alerts",
    author: 15,
    ageDays: 14,
    votes: 9,
  },
  {
    title: "Example for reading a whole year",
    description:
      "Paging, rate limits and missing hours: everybody who starts with the API has to work this out alone. One complete script in Python would save all of us a day.",
    category: "documentation",
    status: "new",
    author: 10,
    ageDays: 6,
    votes: 6,
    comments: [
      {
        author: 15,
        daysAgo: 5,
        content: "I can share ours if that helps. About 60 lines.",
        report: {
          author: 12,
          reason: "other",
          note: "Please ask for the script here, for everyone.",
        },
      },
      {
        author: 7,
        daysAgo: 0.1,
        isPending: true,
        content: "Please also show how to continue after a lost connection.",
      },
    ],
  },
  {
    title: "Names of deleted sensors in old readings",
    description:
      "Once a sensor is removed, its readings only carry the id. For a yearly report we need to know which room that was.",
    category: "improvement",
    status: "new",
    author: 8,
    ageDays: 9,
    votes: 3,
  },
  {
    title: "MQTT stream of live readings",
    description:
      "We poll every ten seconds to move the blinds in time. A subscription would be kinder to both sides. Read only is fine.",
    category: "feature",
    status: "evaluating",
    author: 15,
    ageDays: 115,
    votes: 66,
    statusChanges: [
      {
        author: 0,
        to: "evaluating",
        daysAgo: 99,
        note: "We are comparing MQTT from the cloud with MQTT directly from the gateway. Tell us which one you need and why.",
      },
    ],
    comments: [
      {
        author: 16,
        daysAgo: 97,
        content: "From the gateway. The blinds should work without internet.",
      },
      {
        author: 15,
        daysAgo: 96,
        content: "Cloud for us, our customers do not open their networks.",
      },
      { author: 11, daysAgo: 92, content: "Gateway here as well." },
      {
        author: 0,
        daysAgo: 90,
        content:
          "Thank you all. It looks as if both have their place, so we will estimate them separately.",
      },
    ],
  },
  {
    title: "API keys that only read one building",
    description:
      "A contractor works on one site and gets a key for all of them. Our security review marked this red.",
    category: "improvement",
    status: "evaluating",
    author: 1,
    ageDays: 46,
    votes: 35,
    statusChanges: [{ author: 4, to: "evaluating", daysAgo: 39 }],
    comments: [{ author: 5, daysAgo: 37, content: "With an expiry date, please." }],
  },
  {
    title: "KNX gateway without extra hardware",
    description:
      "Most offices here already have KNX for light and blinds. Today we need a box from a third party to pass on the occupancy.",
    category: "feature",
    status: "evaluating",
    boardCategory: "Occupancy",
    author: 5,
    ageDays: 71,
    votes: 24,
    statusChanges: [{ author: 3, to: "evaluating", daysAgo: 59 }],
  },
];
