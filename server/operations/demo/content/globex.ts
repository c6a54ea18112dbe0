import type { DemoCompany } from "./demoCompany.ts";
import { globexApiCompleteItems } from "./globexApiCompleteItems.ts";
import { globexApiOpenItems } from "./globexApiOpenItems.ts";
import { globexApiPlannedItems } from "./globexApiPlannedItems.ts";
import { globexDashboardCompleteItems } from "./globexDashboardCompleteItems.ts";
import { globexDashboardOpenItems } from "./globexDashboardOpenItems.ts";
import { globexDashboardPlannedItems } from "./globexDashboardPlannedItems.ts";
import { globexPilotItems } from "./globexPilotItems.ts";
import { globexSensorsCompleteItems } from "./globexSensorsCompleteItems.ts";
import { globexSensorsOpenItems } from "./globexSensorsOpenItems.ts";
import { globexSensorsPlannedItems } from "./globexSensorsPlannedItems.ts";

/** Globex sells smart-building sensors with a web dashboard and an API. */
export const globex: DemoCompany = {
  name: "Globex",
  subdomain: "globex",
  description:
    "Wireless sensors for air quality, energy and occupancy, with a dashboard for facility teams and an API for everyone who builds on top.",
  website: "https://www.globex.example",
  ageDays: 420,
  brandingSettings: {
    primaryColor: "#0f766e",
    secondaryColor: "#2dd4bf",
    accentColor: "#06b6d4",
    menuActiveColor: "#115e59",
    menuHoverColor: "#0d9488",
    buttonTextColor: "#ffffff",
  },
  logoSvg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 186 50" width="186" height="50">
  <path d="M21 6l16.5 9.5v19L21 44L4.5 34.5v-19z" fill="#0d9488"/>
  <path d="M14 22a9.9 9.9 0 0 1 14 0M17.5 27.5a5 5 0 0 1 7 0" fill="none" stroke="#ffffff" stroke-width="3" stroke-linecap="round"/>
  <circle cx="21" cy="33" r="2.4" fill="#ffffff"/>
  <g fill="none" stroke="#0d9488" stroke-width="4.2" stroke-linecap="round" stroke-linejoin="round">
    <path d="M68 26a8 8 0 1 1-16 0a8 8 0 0 1 16 0M68 18v18a8 8 0 0 1-14.5 4.6"/>
    <path d="M78 9v25"/>
    <path d="M103 26a8 8 0 1 1-16 0a8 8 0 0 1 16 0"/>
    <path d="M113 9v25M129 26a8 8 0 1 1-16 0a8 8 0 0 1 16 0"/>
    <path d="M138 26h16a8 8 0 1 0-2.3 5.7"/>
    <path d="M163.5 18.5l13 15M176.5 18.5l-13 15"/>
  </g>
</svg>
`,
  logoPng: null,
  invited: "pavel.novak@globex.example",
  people: [
    { username: "admin@globex.example", fullName: "Henrik Aalto", role: "company_admin" },
    { username: "customer@globex.example", fullName: "Sofia Marchetti", role: "user" },
    { username: "amara.nwosu@globex.example", fullName: "Amara Nwosu", role: "company_admin" },
    { username: "dieter.kranz@globex.example", fullName: "Dieter Kranz", role: "company_admin" },
    { username: "leila.haddad@globex.example", fullName: "Leila Haddad", role: "company_admin" },
    { username: "marcus.thiele@kontorhaus.example", fullName: "Marcus Thiele", role: "user" },
    { username: "grace.kimani@savannahproperties.example", fullName: "Grace Kimani", role: "user" },
    {
      username: "oliver.pemberton@pembertonestates.example",
      fullName: "Oliver Pemberton",
      role: "user",
    },
    { username: "hana.novotna@stavbypraha.example", fullName: "Hana Novotná", role: "user" },
    {
      username: "carlos.iglesias@edificiosverdes.example",
      fullName: "Carlos Iglesias",
      role: "user",
    },
    { username: "anjali.mehta@meridiantechpark.example", fullName: "Anjali Mehta", role: "user" },
    { username: "sven.eriksson@nordhamn.example", fullName: "Sven Eriksson", role: "user" },
    { username: "rachel@goldsteinmep.example", fullName: "Rachel Goldstein", role: "user" },
    { username: "tariq@almansouri-fm.example", fullName: "Tariq Al-Mansouri", role: "user" },
    { username: "jiwoo.kim@hangangtower.example", fullName: "Kim Ji-woo", role: "user" },
    { username: "emily.tran@latticelabs.example", fullName: "Emily Tran", role: "user" },
    { username: "pieter@vandenbergbouw.example", fullName: "Pieter van den Berg", role: "user" },
  ],
  boardCategories: ["Energy", "Indoor Climate", "Alerts", "Occupancy"],
  boards: [
    {
      name: "Dashboard",
      slug: "dashboard",
      description: "Floor plans, charts, reports and alerts: everything you see in the browser.",
      isPrivate: false,
      items: [
        ...globexDashboardOpenItems,
        ...globexDashboardPlannedItems,
        ...globexDashboardCompleteItems,
      ],
    },
    {
      name: "Sensors & Gateways",
      slug: "sensors",
      description:
        "The devices on the wall and in the ceiling, their firmware, batteries and radio.",
      isPrivate: false,
      items: [
        ...globexSensorsOpenItems,
        ...globexSensorsPlannedItems,
        ...globexSensorsCompleteItems,
      ],
    },
    {
      name: "API & Integrations",
      slug: "api",
      description: "REST API, webhooks and connections to building management systems.",
      isPrivate: false,
      items: [...globexApiOpenItems, ...globexApiPlannedItems, ...globexApiCompleteItems],
    },
    {
      name: "Pilot Sites",
      slug: "pilot-sites",
      description: "What we learn from hardware that is not on sale yet. Internal.",
      isPrivate: true,
      items: globexPilotItems,
    },
  ],
  views: [
    { name: "Needs an answer", filters: { unanswered: true, sort: "date" } },
    { name: "Planned, nobody assigned", filters: { assigneeId: "none", status: "planned" } },
  ],
};
