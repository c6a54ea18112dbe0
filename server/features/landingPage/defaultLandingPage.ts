import type { LandingPageContent } from "#contract/landingPage.ts";

/**
 * Texts of the landing page until a super admin edits them (docs/specification.md "1. What the
 * product does and for whom").
 */
export const DEFAULT_LANDING_PAGE: LandingPageContent = {
  title: "Build what your customers ask for",
  subtitle: "Feedback boards, a roadmap and a changelog under your own name.",
  heroText:
    "Your customers already tell you what to build, in e-mails, calls and support tickets. Give them one place to say it, let them vote on each other's ideas, and show them what becomes of it.",
  featureTitle1: "Feedback boards, public or private",
  featureDescription1:
    "Customers post requests, vote once per item and join the discussion. Keep a board public for everyone, or private for your own team.",
  featureTitle2: "Interactive roadmaps and public changelogs",
  featureDescription2:
    "Move an item to Planned or Under Development and the roadmap follows. When it is complete, it appears in the changelog, so nobody has to ask.",
  featureTitle3: "Custom branding, ready for many tenants",
  featureDescription3:
    "Every company gets its own portal with its logo, its colours and its own address. Data of different companies never mixes.",
  ctaText: "Get Started Free",
};
