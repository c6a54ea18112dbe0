import type { Announcement, contentApi, Faq } from "../content.ts";
import type { ExamplesOf } from "./example.ts";

const { id: faqId, ...faqForm }: Faq = {
  id: 4,
  question: "Who can vote?",
  answer: "Everyone with an account.",
};
const faq: Faq = { id: faqId, ...faqForm };

const { id: announcementId, ...announcementForm }: Announcement = {
  id: 2,
  title: "Comments have pages",
  content: "Long discussions load faster.",
};
const announcement: Announcement = { id: announcementId, ...announcementForm };

export const contentExamples: ExamplesOf<typeof contentApi> = {
  listFaqs: { response: [faq] },
  createFaq: { body: faqForm, response: faq },
  reorderFaqs: { body: { ids: [faqId] }, response: [faq] },
  changeFaq: { params: { id: faqId }, body: faqForm, response: faq },
  removeFaq: { params: { id: faqId } },
  listAnnouncements: { response: [announcement] },
  createAnnouncement: { body: announcementForm, response: announcement },
  reorderAnnouncements: { body: { ids: [announcementId] }, response: [announcement] },
  changeAnnouncement: {
    params: { id: announcementId },
    body: announcementForm,
    response: announcement,
  },
  removeAnnouncement: { params: { id: announcementId } },
};
