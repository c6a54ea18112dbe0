import * as z from "zod/mini";
import type { Announcement, Faq } from "#contract/content.ts";
import { AnnouncementForm, FaqForm } from "#contract/content.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { CircleQuestionMark, Megaphone } from "#web/ui/adminIcons.ts";

/** The text fields of an FAQ or announcement. */
export interface EntryText {
  /** The question of an FAQ, or the title of an announcement. */
  readonly heading: string;
  /** The answer of an FAQ, or the content of an announcement. */
  readonly text: string;
}

export interface ContentEntry extends EntryText {
  readonly id: number;
}

/** The labels, the form and the endpoints for the FAQs of the landing page. */
export const FAQS = {
  name: "FAQ",
  noun: "FAQ",
  plural: "FAQs",
  icon: CircleQuestionMark,
  labels: { heading: "Question", text: "Answer" },
  form: z.object({ heading: FaqForm.shape.question, text: FaqForm.shape.answer }),
  bodyOf: ({ heading, text }: EntryText) => ({ question: heading, answer: text }),
  changes: "faqs",
  list: "/api/admin/faqs",
  create: "POST /api/admin/faqs",
  update: "PATCH /api/admin/faqs/:id",
  remove: "DELETE /api/admin/faqs/:id",
  reorder: "PATCH /api/admin/faqs/reorder",
} as const;

/** The labels, the form and the endpoints for the announcements of the landing page. */
export const ANNOUNCEMENTS = {
  name: "Announcement",
  noun: "announcement",
  plural: "Announcements",
  icon: Megaphone,
  labels: { heading: "Title", text: "Content" },
  form: z.object({ heading: AnnouncementForm.shape.title, text: AnnouncementForm.shape.content }),
  bodyOf: ({ heading, text }: EntryText) => ({ title: heading, content: text }),
  changes: "announcements",
  list: "/api/admin/announcements",
  create: "POST /api/admin/announcements",
  update: "PATCH /api/admin/announcements/:id",
  remove: "DELETE /api/admin/announcements/:id",
  reorder: "PATCH /api/admin/announcements/reorder",
} as const;

/**
 * One of the lists that super admins edit (docs/specification.md "/admin/content (super admin
 * only)").
 */
export type ContentKind = typeof FAQS | typeof ANNOUNCEMENTS;

/** Converts an FAQ or announcement to a `ContentEntry`. */
export function entryOf(entry: Faq | Announcement): ContentEntry {
  return "question" in entry
    ? { id: entry.id, heading: entry.question, text: entry.answer }
    : { id: entry.id, heading: entry.title, text: entry.content };
}

/**
 * Returns the query for the entries of a kind in display order. The entries are always stale,
 * because other admins can change them.
 */
export function contentQuery(kind: ContentKind) {
  return { ...apiQuery(kind.list), staleTime: 0 };
}
