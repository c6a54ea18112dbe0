import type { portalApi } from "../portal.ts";
import { company } from "./companies.ts";
import type { ExamplesOf } from "./example.ts";
import { exampleSite } from "./siteSettings.ts";

export const portalExamples: ExamplesOf<typeof portalApi> = {
  readPortal: {
    response: {
      company,
      tenantId: company.id,
      site: exampleSite,
      registrationOpen: true,
      sendsMail: true,
      baseDomain: "hearback.example",
      provider: { name: "Hearback", url: "https://hearback.example" },
    },
  },
};
