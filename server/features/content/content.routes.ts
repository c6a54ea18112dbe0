import type { Announcement, Faq } from "#contract/content.ts";
import { contentApi } from "#contract/content.ts";
import { anyone, superAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { contentVerbs } from "./changeContent.ts";
import { announcementStatements, faqStatements } from "./content.queries.ts";

const faqs = contentVerbs<Faq>({
  name: "faq",
  subjectOf: ({ question }) => question,
  statements: faqStatements,
});

const announcements = contentVerbs<Announcement>({
  name: "announcement",
  subjectOf: ({ title }) => title,
  statements: announcementStatements,
});

export const contentRoutes = [
  route(contentApi.faqs, anyone, faqs.list),
  route(contentApi.createFaq, superAdmin, faqs.create),
  route(contentApi.reorderFaqs, superAdmin, faqs.reorder),
  route(contentApi.updateFaq, superAdmin, faqs.change),
  route(contentApi.removeFaq, superAdmin, faqs.remove),
  route(contentApi.announcements, anyone, announcements.list),
  route(contentApi.createAnnouncement, superAdmin, announcements.create),
  route(contentApi.reorderAnnouncements, superAdmin, announcements.reorder),
  route(contentApi.updateAnnouncement, superAdmin, announcements.change),
  route(contentApi.removeAnnouncement, superAdmin, announcements.remove),
];
