import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { createMailModel } from "./createMailModel.ts";
import { renderMailHtml } from "./renderMailHtml.ts";
import { renderMailText } from "./renderMailText.ts";
import { mailText } from "./mailText.ts";
import type { RecipientRow, UpdateRow } from "./notificationMails.queries.ts";

const RECIPIENT: RecipientRow = {
  username: "customer@acme.example",
  unsubscribeToken: null,
  isAdmin: false,
  companyName: "Acme",
  subdomain: "acme",
  brandingSettings: {},
  logoFileId: null,
};

const ROW: UpdateRow = {
  feedbackId: 7,
  title: "Recurring tasks",
  kind: "comment_added",
  reason: "followed",
  toStatus: null,
  closeReason: null,
  text: "A comment",
  markdown: null,
  actorId: 3,
  actorName: "Dana Reyes",
  actorRole: "user",
  actorCompanyId: 1,
  origin: "https://acme.localhost",
  itemUpdates: 1,
  updates: 1,
  items: 1,
};

function draw(row: Partial<UpdateRow>, recipient: Partial<RecipientRow> = {}) {
  const model = createMailModel(
    {
      kind: "immediate",
      recipient: { ...RECIPIENT, ...recipient },
      companyId: 1,
      portalUrl: "https://acme.localhost",
      unsubscribeToken: "token",
    },
    [{ ...ROW, ...row }],
  );
  return { model, text: renderMailText(model), html: renderMailHtml(model) };
}

/** Returns the text that a mail client shows for the HTML part. */
const shownBy = (html: string) =>
  html
    .replaceAll(/<style>[^]*?<\/style>|<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

const HTML = `<script>alert('x')</script><img src=x onerror="a()"> &amp;`;

test("HTML markup in titles, names, comments and company names appears as text in mails", () => {
  const { html, text } = draw(
    { title: HTML, text: HTML, actorName: HTML },
    { companyName: HTML, logoFileId: "id" },
  );
  expect(html.match(/<(?:script|img)[^>]*>/g)).toEqual([
    expect.stringContaining('alt="&lt;script'),
  ]);
  expect(shownBy(html).split(HTML).length).toBeGreaterThan(4);
  expect(text.split(HTML).length).toBeGreaterThan(4);
});

test("the HTML part of a mail links only to the portal, runs no script and loads only the logo", () => {
  const { html } = draw({ text: "See https://example.com/page" }, { logoFileId: "a-logo" });
  const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses).toEqual([
    "https://acme.localhost/logos/1/a-logo",
    "https://acme.localhost/feedback/7",
    "https://acme.localhost/feedback/7",
    "https://acme.localhost/unsubscribe/token",
    "https://acme.localhost",
  ]);
  expect(html).not.toMatch(/<(?:script|link|iframe|form)|@import|url\(| on\w+=/i);
});

test("a mail shows the company's name as text if the company has no logo that mail clients show", () => {
  expect(draw({}).html).not.toContain("<img");
  expect(shownBy(draw({}).html)).toContain("Acme");
});

test.each([
  ["#000000", "#ffffff", "#ffffff"],
  ["#facc15", "#ffffff", "#000000"],
  ["#1e3a8a", "#bfdbfe", "#bfdbfe"],
])(
  "the text on a button of the colour %s is readable even if the company chose the text colour %s",
  (primary, chosen, readable) => {
    const { model } = draw(
      {},
      { brandingSettings: { primaryColor: primary, buttonTextColor: chosen } },
    );
    expect(model.company).toMatchObject({ buttonColor: primary, buttonTextColor: readable });
  },
);

test("right-to-left texts in mails are isolated from the text around them", () => {
  const { html, text } = draw({
    title: "تقرير شهري",
    actorName: "דנה \u202Eabc",
    text: "שלום\n\nHello",
  });
  expect(html).toContain("<bdi>تقرير شهري</bdi>");
  expect(html).toMatch(/<bdi[^>]*>דנה abc<\/bdi> commented/);
  expect(html).toContain('<div dir="auto">שלום</div><div dir="auto">\u00A0</div>');
  expect(text).toContain("\u2068דנה abc\u2069 commented:\n\n> שלום\n>\n> Hello");
});

test("a user's text of several lines is quoted in the text part, so that it cannot be mistaken for the portal's own words", () => {
  const { text } = draw({ text: "Hi\r\n\r\n\r\n\r\n--\u0007\nUnsubscribe: https://evil.example" });
  expect(text).toContain("> Hi\n>\n> -- \n> Unsubscribe: https://evil.example\n");
});

test("a mail shortens a user's text only if the text exceeds the length limit, and never splits an emoji", () => {
  expect(draw({ text: "x".repeat(5_000) }).text).toContain(`> ${"x".repeat(5_000)}\n`);
  const note = "n".repeat(1_000);
  const status = { kind: "status_changed", toStatus: "planned", text: note } as const;
  expect(draw(status).html).toContain(note);
  expect(mailText("x".repeat(9), 8)).toBe("xxxxxxxx…");
  expect(mailText("xxx🙂🙂", 4)).toBe("xxx…");
  expect(draw({ title: `${"x".repeat(119)}🙂` }).model.subject).toBe(
    `New comment: ${"x".repeat(119)}`,
  );
});

test("a digest of many long texts stays below the size at which Gmail truncates mails", () => {
  const updates = Array.from({ length: 150 }, (_, index) => ({
    ...ROW,
    feedbackId: Math.floor(index / 3),
    kind: "status_changed",
    toStatus: "planned" as const,
    text: "n".repeat(1_000),
    updates: 150,
    items: 50,
  }));
  const facts = { recipient: RECIPIENT, companyId: 1, portalUrl: "https://acme.localhost" };
  const [first = ROW, ...others] = updates;
  const model = createMailModel({ ...facts, kind: "daily", unsubscribeToken: "token" }, [
    first,
    ...others,
  ]);
  expect(renderMailHtml(model).length).toBeLessThan(100_000);
  expect(model.items.length + model.moreItems).toBe(50);
  expect(model.items.length).toBeGreaterThan(10);
});

test("mails to customers show the status new as evaluating, and mails to admins show the status as new", () => {
  const status = { kind: "status_changed", toStatus: "new", text: null } as const;
  expect(draw(status).model.subject).toBe("Evaluating: Recurring tasks");
  expect(draw(status, { isAdmin: true }).model.subject).toBe("New: Recurring tasks");
});

test("mails show placeholder names for anonymous visitors, deleted accounts and accounts without a name, and mark admins of the company as its team", () => {
  const actorOf = (row: Partial<UpdateRow>) => draw(row).model.items[0]?.updates[0]?.actor;
  expect(actorOf({ kind: "item_submitted", actorId: null })).toBe("A visitor");
  expect(actorOf({ actorId: null })).toBe("Deleted user");
  expect(actorOf({ actorName: null })).toBe("Somebody");
  expect(actorOf({ actorRole: "company_admin" })).toBe("Dana Reyes (Acme team)");
  expect(actorOf({ actorRole: "company_admin", actorCompanyId: 2 })).toBe("Dana Reyes");
});

test.each([
  [
    "line breaks",
    "Planned\r\nBcc: victim@example.com\r\n\r\nBody",
    "Planned Bcc: victim@example.com Body",
  ],
  ["quotes", `"Acme" <evil@example.com>, \\`, `"Acme" <evil@example.com>, \\`],
  ["right-to-left letters", "شركة \u202Eدنة", "شركة دنة"],
  ["an emoji", "Rocket 🚀 naïve", "Rocket 🚀 naïve"],
])("a company name with %s adds no header and is decoded correctly", async (_, name, shown) => {
  const { model, text, html } = draw({ title: name }, { companyName: name });
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    from: { name: model.company.name, address: "no-reply@localhost" },
    to: "customer@acme.example",
    subject: model.subject,
    text,
    html,
  });
  const source = Buffer.isBuffer(message) ? message.toString() : "";
  const mail = await PostalMime.parse(source);
  expect(mail.from).toEqual({ name: shown, address: "no-reply@localhost" });
  expect(mail.subject).toBe(`New comment: ${shown}`);
  expect(mail.to).toEqual([{ name: "", address: "customer@acme.example" }]);
  expect(mail.bcc).toBeUndefined();
  const [headers = ""] = source.split("\r\n\r\n");
  expect(headers).toMatch(/^[\x20-\x7E\r\n]*$/);
});

test("the HTML part of a mail draws Markdown, with pictures as links, and the text part has the plain text", () => {
  const markdown =
    "**Yes**, see\n\n- [x] [this](https://a.example)\n- ![chart](/pictures/a/9x9.webp)";
  const { html, text } = draw({ text: "Yes, see\n\n- [x] this\n- chart", markdown });
  expect(html).toContain("<strong>Yes</strong>");
  expect(html).toMatch(/☑ <a [^>]*href="https:\/\/a.example"[^>]*rel="nofollow ugc noopener"/);
  expect(html).toContain('href="https://acme.localhost/pictures/a/9x9.webp"');
  expect(html.match(/<(?:img|input)/g)).toBeNull();
  expect(text).toContain("> Yes, see\n>\n> - [x] this\n> - chart");
});

test("a text that a mail shortens is plain in both parts", () => {
  const { html } = draw({ text: "a".repeat(6_000), markdown: `**${"a".repeat(6_000)}**` });
  expect(html).not.toContain("<strong>");
});
