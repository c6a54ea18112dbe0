import { acmeInternalItems } from "./acmeInternalItems.ts";
import { acmeInvoicingCompleteItems } from "./acmeInvoicingCompleteItems.ts";
import { acmeInvoicingOpenItems } from "./acmeInvoicingOpenItems.ts";
import { acmeInvoicingPlannedItems } from "./acmeInvoicingPlannedItems.ts";
import { ACME_LOGO_PNG } from "./acmeLogo.ts";
import { acmeProjectsCompleteItems } from "./acmeProjectsCompleteItems.ts";
import { acmeProjectsOpenItems } from "./acmeProjectsOpenItems.ts";
import { acmeProjectsPlannedItems } from "./acmeProjectsPlannedItems.ts";
import { acmeTimeCompleteItems } from "./acmeTimeCompleteItems.ts";
import { acmeTimeOpenItems } from "./acmeTimeOpenItems.ts";
import { acmeTimePlannedItems } from "./acmeTimePlannedItems.ts";
import type { DemoCompany } from "./demoCompany.ts";

/** Acme sells a project management and time tracking app for small agencies. */
export const acme: DemoCompany = {
  name: "Acme",
  subdomain: "acme",
  description:
    "Projects, timesheets and invoices for agencies of up to fifty people. One app from the first estimate to the last invoice.",
  website: "https://www.acme.example",
  ageDays: 430,
  brandingSettings: {
    primaryColor: "#c2410c",
    secondaryColor: "#fb923c",
    accentColor: "#f59e0b",
    menuActiveColor: "#9a3412",
    menuHoverColor: "#ea580c",
    buttonTextColor: "#ffffff",
  },
  logoSvg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 172 50" width="172" height="50">
  <rect x="3" y="7" width="36" height="36" rx="9" fill="#e4590f"/>
  <path d="M11 17h13M17 25h14M13 33h8" fill="none" stroke="#ffffff" stroke-width="4" stroke-linecap="round"/>
  <g fill="none" stroke="#e4590f" stroke-width="4.6" stroke-linecap="round" stroke-linejoin="round">
    <path d="M73 26a9 9 0 1 1-18 0a9 9 0 0 1 18 0M73 17v18"/>
    <path d="M99.4 19.6a9 9 0 1 0 0 12.8"/>
    <path d="M110 35v-18M110 23.5a6.5 6.5 0 0 1 13 0V35M123 23.5a6.5 6.5 0 0 1 13 0V35"/>
    <path d="M146 26h18a9 9 0 1 0-2.6 6.4"/>
  </g>
</svg>
`,
  logoPng: ACME_LOGO_PNG,
  invited: "olivia.brandt@acme.example",
  people: [
    { username: "admin@acme.example", fullName: "Maya Lindqvist", role: "company_admin" },
    { username: "customer@acme.example", fullName: "Daniel Okafor", role: "user" },
    { username: "tomas.herrera@acme.example", fullName: "Tomás Herrera", role: "company_admin" },
    { username: "priya.raman@acme.example", fullName: "Priya Raman", role: "company_admin" },
    { username: "jonas.weidmann@acme.example", fullName: "Jonas Weidmann", role: "company_admin" },
    { username: "lena.fischer@northwind.example", fullName: "Lena Fischer", role: "user" },
    { username: "yuki@tanakastudio.example", fullName: "Yuki Tanaka", role: "user" },
    { username: "aoife.brennan@harbourlane.example", fullName: "Aoife Brennan", role: "user" },
    { username: "mateus@estudiopapaya.example", fullName: "Mateus Carvalho", role: "user" },
    { username: "fatima@atlascreative.example", fullName: "Fatima Zahra El Idrissi", role: "user" },
    { username: "kwame.mensah@goldleaf.example", fullName: "Kwame Mensah", role: "user" },
    { username: "ingrid@fjordworks.example", fullName: "Ingrid Solheim", role: "user" },
    { username: "ravi@pixelkettle.example", fullName: "Ravi Deshmukh", role: "user" },
    { username: "chloe.marchand@ateliernord.example", fullName: "Chloé Marchand", role: "user" },
    { username: "minhanh@lotusmedia.example", fullName: "Nguyễn Thị Minh Anh", role: "user" },
    { username: "ben@whitakerdesign.example", fullName: "Ben Whitaker", role: "user" },
    { username: "zofia.kowalczyk@trzyosmy.example", fullName: "Zofia Kowalczyk", role: "user" },
  ],
  boardCategories: ["Mobile", "Integrations", "Client Access", "Automation"],
  boards: [
    {
      name: "Projects & Planning",
      slug: "projects",
      description: "Tasks, timelines, templates and everything else around planning the work.",
      isPrivate: false,
      items: [...acmeProjectsOpenItems, ...acmeProjectsPlannedItems, ...acmeProjectsCompleteItems],
    },
    {
      name: "Time Tracking",
      slug: "time-tracking",
      description: "Timers, timesheets, approvals and reminders, on the desktop and on the phone.",
      isPrivate: false,
      items: [...acmeTimeOpenItems, ...acmeTimePlannedItems, ...acmeTimeCompleteItems],
    },
    {
      name: "Invoicing & Reports",
      slug: "invoicing-reports",
      description:
        "From tracked hours to paid invoices, and the numbers that tell you how a project went.",
      isPrivate: false,
      items: [
        ...acmeInvoicingOpenItems,
        ...acmeInvoicingPlannedItems,
        ...acmeInvoicingCompleteItems,
      ],
    },
    {
      name: "Team Backlog",
      slug: "team-backlog",
      description: "Notes from calls and support, for our own team only.",
      isPrivate: true,
      items: acmeInternalItems,
    },
  ],
  views: [
    { name: "Needs an answer", filters: { unanswered: true, sort: "date" } },
    { name: "Assigned to me", filters: { assigneeId: "me", sort: "date" } },
  ],
};
