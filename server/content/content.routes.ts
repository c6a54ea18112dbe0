import { contentApi } from "#contract/content.ts";
import { anyone } from "#server/http/guards.ts";
import { route } from "#server/http/route.ts";
import { listAnnouncements, listFaqs } from "./content.queries.ts";

export const contentRoutes = [
  route(contentApi.faqs, anyone, ({ database }) => database.system.all(listFaqs, {})),
  route(contentApi.announcements, anyone, ({ database }) => database.system.all(listAnnouncements, {})),
];
