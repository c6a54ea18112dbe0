import type { Announcement, Faq } from "#contract/content.ts";
import { statement } from "#server/db/statement.ts";

export const listFaqs = statement<Record<never, never>, Faq>("list_faqs", (q) =>
  q.selectFrom("faq").select(["id", "question", "answer"]).orderBy("orderIndex").orderBy("id").compile(),
);

export const listAnnouncements = statement<Record<never, never>, Announcement>("list_announcements", (q) =>
  q.selectFrom("announcement").select(["id", "title", "content"]).orderBy("orderIndex").orderBy("id").compile(),
);
