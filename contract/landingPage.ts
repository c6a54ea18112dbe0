import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { line, text } from "./fields.ts";

/** The texts of the landing page (docs/specification.md "3. Entities and their fields"). */
export const LandingPageContent = z.object({
  title: line("Title", 1, 120),
  subtitle: line("Subtitle", 1, 200),
  heroText: text("Hero text", 1, 1000),
  featureTitle1: line("Feature title 1", 1, 120),
  featureTitle2: line("Feature title 2", 1, 120),
  featureTitle3: line("Feature title 3", 1, 120),
  featureDescription1: text("Feature description 1", 1, 600),
  featureDescription2: text("Feature description 2", 1, 600),
  featureDescription3: text("Feature description 3", 1, 600),
  ctaText: line("CTA text", 1, 60),
});
export type LandingPageContent = z.output<typeof LandingPageContent>;

export const landingPageApi = {
  get: endpoint({
    operationId: "readLandingPage",
    method: "GET",
    path: "/api/admin/landing-page",
    summary: "The texts of the landing page.",
    response: LandingPageContent,
    status: 200,
  }),
  update: endpoint({
    operationId: "changeLandingPage",
    method: "POST",
    path: "/api/admin/landing-page",
    summary: "Changes the texts of the landing page.",
    body: LandingPageContent,
    response: LandingPageContent,
    status: 200,
  }),
} as const;

const exampleContent: LandingPageContent = {
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
  readLandingPage: { response: exampleContent },
  changeLandingPage: { body: exampleContent, response: exampleContent },
};
