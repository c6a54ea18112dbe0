import type { DemoItem } from "./demoCompany.ts";

/** Items of Globex's board "API & Integrations" that are complete. */
export const globexApiCompleteItems: readonly DemoItem[] = [
  {
    title: "Webhooks for threshold alerts",
    description:
      "Call our URL when a value goes over its limit and again when it is back. With a signature so that we know it is you, and a few retries when we are down.",
    category: "feature",
    status: "complete",
    boardCategory: "Alerts",
    author: 15,
    ageDays: 347,
    votes: 92,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 338 },
      { author: 0, to: "planned", daysAgo: 287 },
      { author: 4, to: "under_development", daysAgo: 244 },
      {
        author: 4,
        to: "complete",
        daysAgo: 184,
        note: "Signed with HMAC and retried for 24 hours. See https://docs.globex.example/api/webhooks",
      },
    ],
    comments: [
      {
        author: 11,
        daysAgo: 241,
        content: "Please send the building and the room as names, not only as ids.",
      },
      {
        author: 4,
        daysAgo: 184,
        content: "Both are in the message. A button sends a test message at any time.",
      },
      {
        author: 15,
        daysAgo: 182,
        content: "Running in production since this morning. The test button is a nice touch.",
      },
    ],
  },
  {
    title: "Official Python client for the API",
    description: "pip install and go. Typed, with paging done for me.",
    category: "feature",
    status: "complete",
    author: 10,
    ageDays: 262,
    votes: 45,
    statusChanges: [
      { author: 4, to: "planned", daysAgo: 228 },
      { author: 4, to: "under_development", daysAgo: 155 },
      { author: 4, to: "complete", daysAgo: 112 },
    ],
    comments: [
      {
        author: 8,
        daysAgo: 108,
        content: "An async version would be welcome, but this already replaced 300 lines of ours.",
      },
    ],
  },
  {
    title: "Readings appear twice after a reconnect",
    description:
      "When a gateway comes back online, the last five minutes are delivered a second time and our sums are too high.",
    category: "bug",
    status: "complete",
    boardCategory: "Energy",
    author: 16,
    ageDays: 121,
    votes: 30,
    statusChanges: [
      { author: 3, to: "evaluating", daysAgo: 119 },
      { author: 3, to: "under_development", daysAgo: 114 },
      {
        author: 3,
        to: "complete",
        daysAgo: 101,
        note: "Each reading now has an id, and repeated ones are dropped. Sums of the past 90 days were calculated again.",
      },
    ],
    comments: [
      {
        author: 3,
        daysAgo: 118,
        content: "Does this happen with every reconnect, or only after longer breaks?",
      },
      { author: 16, daysAgo: 117, content: "Only when it was away for less than five minutes." },
      { author: 3, daysAgo: 116, content: "That narrows it down a lot, thank you." },
      { author: 16, daysAgo: 99, content: "The totals match our own meter again." },
    ],
  },
  {
    title: "Sandbox with example data",
    description: "Our developers should not learn on a real hospital.",
    category: "improvement",
    status: "complete",
    author: 12,
    ageDays: 209,
    votes: 42,
    statusChanges: [
      { author: 2, to: "planned", daysAgo: 193 },
      {
        author: 2,
        to: "complete",
        daysAgo: 146,
        note: "Every account has a sandbox now: one building, 60 sensors, and a year of readings.",
      },
    ],
  },
];
