import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const Faq = z.object({ id: z.number(), question: z.string(), answer: z.string() });
export type Faq = z.output<typeof Faq>;

export const Announcement = z.object({ id: z.number(), title: z.string(), content: z.string() });
export type Announcement = z.output<typeof Announcement>;

export const contentApi = {
  faqs: endpoint({
    method: "GET",
    path: "/api/admin/faqs",
    summary: "Frequently asked questions of the landing page.",
    response: z.array(Faq),
    status: 200,
  }),
  announcements: endpoint({
    method: "GET",
    path: "/api/admin/announcements",
    summary: "Announcements of the landing page.",
    response: z.array(Announcement),
    status: 200,
  }),
} as const;
