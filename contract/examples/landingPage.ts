import type { LandingPageContent, landingPageApi } from "../landingPage.ts";
import type { ExamplesOf } from "./example.ts";

const content: LandingPageContent = {
  title: "Build what your customers ask for",
  subtitle: "Feedback, roadmap and changelog in one place",
  heroText: "Customers submit ideas and vote for them. You plan, and tell them when it is done.",
  featureTitle1: "Boards",
  featureTitle2: "Roadmap",
  featureTitle3: "Changelog",
  featureDescription1: "One board for each product or topic.",
  featureDescription2: "What is planned, and what is under development.",
  featureDescription3: "What is done.",
  ctaText: "Get started",
};

export const landingPageExamples: ExamplesOf<typeof landingPageApi> = {
  readLandingPage: { response: content },
  changeLandingPage: { body: content, response: content },
};
