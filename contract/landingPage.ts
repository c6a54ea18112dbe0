import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** The words of the landing page (SPEC section 3). */
export const LandingPageContent = z.object({
  title: z.string(),
  subtitle: z.string(),
  heroText: z.string(),
  featureTitle1: z.string(),
  featureTitle2: z.string(),
  featureTitle3: z.string(),
  featureDescription1: z.string(),
  featureDescription2: z.string(),
  featureDescription3: z.string(),
  ctaText: z.string(),
});
export type LandingPageContent = z.output<typeof LandingPageContent>;

export const landingPageApi = {
  get: endpoint({
    method: "GET",
    path: "/api/admin/landing-page",
    summary: "The words of the landing page.",
    response: LandingPageContent,
    status: 200,
  }),
} as const;
