import type { LandingPageContent } from "#contract/landingPage.ts";
import { oneLine } from "#contract/storedText.ts";
import { packTexts } from "./packTexts.ts";
import { payloads } from "./payloads.ts";

/** Texts that super admins enter, and other users' texts that the admin console shows. */
export interface SiteTexts {
  readonly siteName: string;
  readonly landing: LandingPageContent;
  readonly entries: readonly { readonly heading: string; readonly body: string }[];
  readonly companies: readonly { readonly name: string; readonly description: string }[];
  readonly users: readonly string[];
}

const ENTRIES = 5;

/** Joins payloads into texts of one line. Payloads that names and titles cannot have are omitted. */
const inLines = (longest: number, offset: number) =>
  packTexts(
    payloads.filter((text) => oneLine(text) === text),
    longest,
    offset,
  ).map((pack) => pack.replaceAll("\n", " "));

const names = inLines(120, 60);
const lines = inLines(80, 110);
const calls = inLines(60, 310);
const subtitles = inLines(200, 160);
const paragraphs = packTexts(payloads, 200, 160);
const headings = inLines(200, 210);
const bodies = packTexts(payloads, 5000, 0);

const one = (texts: readonly string[], place: number) => texts[place % texts.length] ?? "";

/** The number of rounds after which each repeated field has contained every payload that fits. */
export const ALL_SITE_ROUNDS = Math.max(
  ...[names, headings, paragraphs].map(({ length }) => Math.ceil(length / ENTRIES)),
);

/**
 * The number of rounds after which each field of the landing page and the site name have contained
 * every payload that fits.
 */
export const ALL_LANDING_ROUNDS = Math.max(
  lines.length,
  calls.length,
  names.length,
  paragraphs.length,
);

/**
 * Returns the texts of a round. The bodies of FAQs and announcements contain all payloads. The
 * other fields contain as many payloads as fit.
 */
export function siteTexts(round: number): SiteTexts {
  const line = (field: number) => one(lines, round + field * 31);
  const paragraph = (field: number) => one(paragraphs, round + field * 31);
  return {
    siteName: one(names, round),
    landing: {
      title: line(0),
      subtitle: one(subtitles, round),
      heroText: paragraph(1),
      featureTitle1: line(1),
      featureTitle2: line(2),
      featureTitle3: line(3),
      featureDescription1: paragraph(2),
      featureDescription2: paragraph(3),
      featureDescription3: paragraph(4),
      ctaText: one(calls, round),
    },
    entries: Array.from({ length: ENTRIES }, (_, index) => ({
      heading: one(headings, round * ENTRIES + index),
      body: one(bodies, index),
    })),
    companies: Array.from({ length: ENTRIES }, (_, index) => ({
      name: one(names, round * ENTRIES + index + 3),
      description: one(paragraphs, round * ENTRIES + index),
    })),
    users: Array.from({ length: ENTRIES }, (_, index) => one(names, round * ENTRIES + index + 9)),
  };
}
