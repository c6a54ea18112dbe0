import type { DemoItem } from "./demoCompany.ts";

/** Items of Globex's board "Sensors & Gateways" that are complete. */
export const globexSensorsCompleteItems: readonly DemoItem[] = [
  {
    title: "Firmware updates over the air",
    description:
      "Nobody wants to visit 400 ceilings with a laptop. Updates at night, a few devices at a time, and a way back if something goes wrong.",
    category: "feature",
    status: "complete",
    author: 11,
    ageDays: 398,
    votes: 114,
    statusChanges: [
      { author: 0, to: "evaluating", daysAgo: 384 },
      { author: 0, to: "planned", daysAgo: 340 },
      { author: 3, to: "under_development", daysAgo: 281 },
      {
        author: 3,
        to: "complete",
        daysAgo: 197,
        note: "From firmware 3.5. Updates run between 1 and 4 a.m. local time and go back by themselves if a sensor does not report within an hour.",
      },
    ],
    comments: [
      {
        author: 5,
        daysAgo: 380,
        content:
          "I need to be able to say no for a building until our change board has approved it.",
      },
      {
        author: 3,
        daysAgo: 378,
        content: "Each building can be set to automatic, manual or paused.",
      },
      {
        author: 11,
        daysAgo: 192,
        content: "312 sensors updated over three nights, not a single one lost.",
      },
    ],
  },
  {
    title: "Clip meter for existing fuse boxes",
    description:
      "Our electrician wants a day per floor for the current meter, because the circuits have to be off. A clamp around the cable would not need that.",
    category: "feature",
    status: "complete",
    boardCategory: "Energy",
    author: 9,
    ageDays: 333,
    votes: 69,
    statusChanges: [
      { author: 0, to: "planned", daysAgo: 297 },
      { author: 3, to: "under_development", daysAgo: 231 },
      {
        author: 0,
        to: "complete",
        daysAgo: 105,
        note: "The clip meter is in the shop, for one or three phases, up to 100 A.",
      },
    ],
    comments: [
      { author: 7, daysAgo: 102, content: "Ordered forty." },
      {
        author: 9,
        daysAgo: 84,
        content: "Installed in twenty minutes per floor, with the lights on.",
      },
    ],
  },
  {
    title: "Turn off the green status light",
    description: "It blinks every ten seconds in our hotel rooms. Guests put tape over it.",
    category: "improvement",
    status: "complete",
    author: 14,
    ageDays: 174,
    votes: 55,
    statusChanges: [
      { author: 3, to: "planned", daysAgo: 166 },
      {
        author: 3,
        to: "complete",
        daysAgo: 139,
        note: "Firmware 3.7 has a setting for it: on, off, or off at night.",
      },
    ],
    comments: [{ author: 14, daysAgo: 137, content: "Our guests sleep better. Thank you." }],
  },
  {
    title: "Cleaning instructions for hospital wards",
    description:
      "Which disinfectants may touch the housing? Infection control does not allow the sensors on the ward without a written list.",
    category: "documentation",
    status: "complete",
    author: 12,
    ageDays: 151,
    votes: 9,
    statusChanges: [
      { author: 2, to: "planned", daysAgo: 147 },
      {
        author: 2,
        to: "complete",
        daysAgo: 129,
        note: "See https://docs.globex.example/hardware/cleaning, with a PDF to sign for.",
      },
    ],
  },
];
