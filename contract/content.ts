import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idBody, idParam, line, text } from "./fields.ts";

/**
 * A frequently asked question (docs/specification.md "3. Entities and their fields"). The landing
 * page shows all questions in the order of the list.
 */
export const Faq = z.object({ id: z.number(), question: z.string(), answer: z.string() });
export type Faq = z.output<typeof Faq>;

export const FaqForm = z.object({
  question: line("Question", 1, 300),
  answer: text("Answer", 1, 5000),
});

/**
 * An announcement (docs/specification.md "3. Entities and their fields"). The landing page shows
 * all announcements in the order of the list.
 */
export const Announcement = z.object({ id: z.number(), title: z.string(), content: z.string() });
export type Announcement = z.output<typeof Announcement>;

export const AnnouncementForm = z.object({
  title: line("Title", 1, 200),
  content: text("Content", 1, 5000),
});

const id = z.object({ id: idParam });

/** The new order of a list. It contains every entry of the list exactly once. */
export const ContentOrder = z.object({
  ids: z.array(idBody).check(z.maxLength(1000, "Too many entries")),
});

const faqNotFound = "FAQ not found";
const announcementNotFound = "Announcement not found";
const errors = { 409: ["The landing page can have at most 100 of these"] };

export const contentApi = {
  faqs: endpoint({
    operationId: "listFaqs",
    method: "GET",
    path: "/api/admin/faqs",
    summary: "Frequently asked questions of the landing page.",
    response: z.array(Faq),
    status: 200,
  }),
  createFaq: endpoint({
    operationId: "createFaq",
    method: "POST",
    path: "/api/admin/faqs",
    summary: "Adds a question at the end.",
    body: FaqForm,
    response: Faq,
    status: 201,
    errors,
  }),
  reorderFaqs: endpoint({
    operationId: "reorderFaqs",
    method: "PATCH",
    path: "/api/admin/faqs/reorder",
    summary: "Sets the order of the questions. The body lists every question exactly once.",
    body: ContentOrder,
    response: z.array(Faq),
    status: 200,
  }),
  updateFaq: endpoint({
    operationId: "changeFaq",
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
    operationId: "removeFaq",
    method: "DELETE",
    path: "/api/admin/faqs/:id",
    summary: "Deletes a question.",
    params: id,
    response: z.undefined(),
    status: 204,
    notFound: faqNotFound,
  }),
  announcements: endpoint({
    operationId: "listAnnouncements",
    method: "GET",
    path: "/api/admin/announcements",
    summary: "Announcements of the landing page.",
    response: z.array(Announcement),
    status: 200,
  }),
  createAnnouncement: endpoint({
    operationId: "createAnnouncement",
    method: "POST",
    path: "/api/admin/announcements",
    summary: "Adds an announcement at the end.",
    body: AnnouncementForm,
    response: Announcement,
    status: 201,
    errors,
  }),
  reorderAnnouncements: endpoint({
    operationId: "reorderAnnouncements",
    method: "PATCH",
    path: "/api/admin/announcements/reorder",
    summary: "Sets the order of the announcements. The body lists every announcement exactly once.",
    body: ContentOrder,
    response: z.array(Announcement),
    status: 200,
  }),
  updateAnnouncement: endpoint({
    operationId: "changeAnnouncement",
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
    operationId: "removeAnnouncement",
    method: "DELETE",
    path: "/api/admin/announcements/:id",
    summary: "Deletes an announcement.",
    params: id,
    response: z.undefined(),
    status: 204,
    notFound: announcementNotFound,
  }),
} as const;

const { id: faqId, ...faqForm }: Faq = {
  id: 4,
  question: "Who can vote?",
  answer: "Everyone with an account.",
};
const exampleFaq: Faq = { id: faqId, ...faqForm };

const { id: announcementId, ...announcementForm }: Announcement = {
  id: 2,
  title: "Comments have pages",
  content: "Long discussions load faster.",
};
const exampleAnnouncement: Announcement = { id: announcementId, ...announcementForm };

export const contentExamples: ExamplesOf<typeof contentApi> = {
  listFaqs: { response: [exampleFaq] },
  createFaq: { body: faqForm, response: exampleFaq },
  reorderFaqs: { body: { ids: [faqId] }, response: [exampleFaq] },
  changeFaq: { params: { id: faqId }, body: faqForm, response: exampleFaq },
  removeFaq: { params: { id: faqId } },
  listAnnouncements: { response: [exampleAnnouncement] },
  createAnnouncement: { body: announcementForm, response: exampleAnnouncement },
  reorderAnnouncements: { body: { ids: [announcementId] }, response: [exampleAnnouncement] },
  changeAnnouncement: {
    params: { id: announcementId },
    body: announcementForm,
    response: exampleAnnouncement,
  },
  removeAnnouncement: { params: { id: announcementId } },
};
