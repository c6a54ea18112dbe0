import { sql } from "#server/platform/db/sql.ts";
import { LandingPageContent } from "#contract/landingPage.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Returns nothing until a super admin has edited the page. */
export const findLandingPage = statement<Record<never, never>, LandingPageContent>(
  "find_landing_page",
  () => sql`select * from landing_page`,
);

const FIELDS = Object.keys(LandingPageContent.shape) as (keyof LandingPageContent)[];
const columns = sql.join(FIELDS.map((field) => sql.ref(field)));

export const saveLandingPage = statement<LandingPageContent, never>(
  "save_landing_page",
  (p) => sql`
    insert into landing_page (${columns}) values (${sql.join(FIELDS.map((field) => p[field]))})
    on conflict (id) do update
      set (${columns}) = row(${sql.join(FIELDS.map((field) => sql`excluded.${sql.ref(field)}`))})
  `,
);
