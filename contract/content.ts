import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idBody, idParam, text } from "./fields.ts";

/** SPEC section 3. Shown on the landing page, in the given order. */
export const Faq = z.object({ id: z.number(), question: z.string(), answer: z.string() });
export type Faq = z.output<typeof Faq>;

export const FaqForm = z.object({
  question: text("Question", 1, 300),
  answer: text("Answer", 1, 5000),
});

/** SPEC section 3. Shown on the landing page, in the given order. */
export const Announcement = z.object({ id: z.number(), title: z.string(), content: z.string() });
export type Announcement = z.output<typeof Announcement>;

export const AnnouncementForm = z.object({
  title: text("Title", 1, 200),
  content: text("Content", 1, 5000),
});

const id = z.object({ id: idParam });
const order = z.object({ ids: z.array(idBody).check(z.maxLength(1000, "Too many entries")) });

const faqNotFound = "FAQ not found";
const announcementNotFound = "Announcement not found";

export const contentApi = {
  faqs: endpoint({
    method: "GET",
    path: "/api/admin/faqs",
    summary: "Frequently asked questions of the landing page.",
    response: z.array(Faq),
    status: 200,
  }),
  createFaq: endpoint({
    method: "POST",
    path: "/api/admin/faqs",
    summary: "Adds a question at the end.",
    body: FaqForm,
    response: Faq,
    status: 201,
  }),
  reorderFaqs: endpoint({
    method: "PATCH",
    path: "/api/admin/faqs/reorder",
    summary: "Sets the order of the questions: exactly all of them, each once.",
    body: order,
    response: z.array(Faq),
    status: 200,
  }),
  updateFaq: endpoint({
    method: "PATCH",
    path: "/api/admin/faqs/:id",
    summary: "Changes a question.",
    params: id,
    body: FaqForm,
    response: Faq,
    status: 200,
    notFound: faqNotFound,
  }),
  removeFaq: endpoint({
    method: "DELETE",
    path: "/api/admin/faqs/:id",
    summary: "Deletes a question.",
    params: id,
    response: z.undefined(),
    status: 204,
    notFound: faqNotFound,
  }),
  announcements: endpoint({
    method: "GET",
    path: "/api/admin/announcements",
    summary: "Announcements of the landing page.",
    response: z.array(Announcement),
    status: 200,
  }),
  createAnnouncement: endpoint({
    method: "POST",
    path: "/api/admin/announcements",
    summary: "Adds an announcement at the end.",
    body: AnnouncementForm,
    response: Announcement,
    status: 201,
  }),
  reorderAnnouncements: endpoint({
    method: "PATCH",
    path: "/api/admin/announcements/reorder",
    summary: "Sets the order of the announcements: exactly all of them, each once.",
    body: order,
    response: z.array(Announcement),
    status: 200,
  }),
  updateAnnouncement: endpoint({
    method: "PATCH",
    path: "/api/admin/announcements/:id",
    summary: "Changes an announcement.",
    params: id,
    body: AnnouncementForm,
    response: Announcement,
    status: 200,
    notFound: announcementNotFound,
  }),
  removeAnnouncement: endpoint({
    method: "DELETE",
    path: "/api/admin/announcements/:id",
    summary: "Deletes an announcement.",
    params: id,
    response: z.undefined(),
    status: 204,
    notFound: announcementNotFound,
  }),
} as const;
