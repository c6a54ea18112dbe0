import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BrandingSettings, DEFAULT_BRANDING } from "#contract/branding.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { builtPages } from "./builtPages.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

/** These tests check the HTML that the server sends, before any script has run. */

let portal: TestPortal;
let app: TestApp;
let company: TestCompany;
let board: { id: number; slug: string };
let planned: { id: number; title: string };

beforeAll(async () => {
  portal = await startTestPortal();
  vi.stubEnv("NODE_ENV", "production");
  app = await portal.anotherApp({}, await builtPages(join(ROOT, "dist")));
  company = await portal.company("Acme");
  board = await portal.board(company, { name: "Time Tracking" });
  const item = { description: "We can round to 5 minutes." };
  planned = await portal.item(board, { ...item, title: "Round entries", status: "planned" });
  for (const status of ["evaluating", "under_development", "complete"]) {
    await portal.item(board, { ...item, title: `Wish ${status}`, status });
  }
  await portal.comment(planned, { content: "Figma first, please!" });
});

afterAll(() => vi.unstubAllEnvs());

const visitor = () => app.visitor(company.host);
const product = () => app.visitor("localhost");

/** Returns the readable text of a document, without markup, scripts and styles. */
function textOf(html: string): string {
  return html
    .slice(html.indexOf("<body>"))
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, "")
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}

/** Returns the value of an attribute of the first tag that contains the text `element`. */
function attributeOf(html: string, element: string, attribute: string): string | undefined {
  const tag = new RegExp(`<[a-z]+ [^>]*${element}[^>]*>`).exec(html)?.[0] ?? "";
  return new RegExp(` ${attribute}="([^"]*)"`).exec(tag)?.[1];
}

test("the list of a search marks the found words in the server's HTML", async () => {
  const { text } = await visitor().get("/feedback?search=MINUTES+r%C3%B6und");
  const marks = [...text.matchAll(/<mark [^>]*>(?<word>[^<]*)<\/mark>/g)];
  const words = new Set(marks.map(({ groups }) => groups?.["word"]));
  expect(words).toEqual(new Set(["Round", "round", "minutes"]));
});

test("a page has the theme of the visitor's cookie, or the system's theme without a valid cookie", async () => {
  const themeFor = async (cookie: string) => {
    const { text } = await visitor().get("/changelog", { cookie });
    return /^<!doctype html><html [^>]*data-theme="(?<theme>\w+)"/.exec(text)?.groups?.["theme"];
  };
  expect(await themeFor("")).toBe("system");
  expect(await themeFor("theme=dark")).toBe("dark");
  expect(await themeFor("theme=neon")).toBe("system");
});

test("the pages of the roadmap, the list of items, a board, an item and the changelog can be read without JavaScript", async () => {
  const pages = {
    "/roadmap": [
      "Evaluating",
      "Planned",
      "Under Development",
      "Complete",
      "Wish evaluating",
      planned.title,
    ],
    "/feedback": ["All Feedback", planned.title, "Wish complete"],
    [`/board/${board.slug}`]: ["Time Tracking", planned.title],
    [`/feedback/${String(planned.id)}`]: [
      planned.title,
      "We can round to 5 minutes.",
      "Figma first, please!",
    ],
    "/changelog": ["Wish complete", "Completed on"],
  };
  for (const [path, words] of Object.entries(pages)) {
    const { status, text } = await visitor().get(path);
    expect([path, status]).toEqual([path, 200]);
    for (const word of words) expect(textOf(text), path).toContain(word);
  }
});

test("the landing page's content can be read without JavaScript", async () => {
  const question = "Who can see a private board?";
  const provider = app.visitor("localhost", await portal.user("super_admin"));
  await provider.post("/api/admin/faqs", { question, answer: "The company's admins." });
  const { text } = await product().get("/");
  expect(textOf(text)).toContain("Get Started Free");
  expect(textOf(text)).toContain(question);
  expect(text).toMatch(/<a [^>]*href="\/register"/);
  expect(text).toMatch(/<h1\b/);
});

test("a list's filter form contains the filters of the URL and works without JavaScript", async () => {
  const { text } = await visitor().get("/feedback?search=round&status=planned&sort=date");
  expect(attributeOf(text, 'name="search"', "value")).toBe("round");
  for (const value of ["planned", "date"]) {
    expect(attributeOf(text, `value="${value}"`, "selected"), value).toBe("");
  }
  expect(textOf(text)).toContain("Apply");
  expect(textOf(text)).toContain(planned.title);
  expect(textOf(text)).not.toContain("Wish complete");
});

test("without JavaScript, an admin's page shows the saved view that the URL names and keeps the assignee filter in the form", async () => {
  const admin = app.visitor(company.host, await portal.user("company_admin", company));
  const filters = { status: "planned", sort: "date" };
  const { body: view } = await admin.post("/api/views", { name: "Next up", filters });
  const { text } = await admin.get(`/feedback?view=${String(view.id)}`);
  expect(textOf(text)).toContain("View: Next up");
  expect(attributeOf(text, 'value="planned"', "selected")).toBe("");
  expect(textOf(text)).toContain(planned.title);
  expect(textOf(text)).not.toContain("Wish complete");
  const assigned = await admin.get("/feedback?assigneeId=me");
  expect(textOf(assigned.text)).toContain("No matching feedback");
  expect(attributeOf(assigned.text, 'name="assigneeId"', "value")).toBe("me");
});

test("a page's head has its title, description, company and colours", async () => {
  const admin = app.visitor(company.host, await portal.user("company_admin", company));
  const brandingSettings = { ...BrandingSettings.parse(DEFAULT_BRANDING), primaryColor: "#c2410c" };
  const path = `/api/company/${String(company.id)}`;
  await admin.patch(`${path}/branding`, { brandingSettings });
  const picture = { name: "logo", filename: "logo.png", type: "image/png", content: await pngOf() };
  const { payload, headers } = multipartOf(picture);
  const { logoUrl } = (await admin.post(`${path}/logo`, payload, headers)).body as {
    logoUrl: string;
  };
  const { text } = await visitor().get("/changelog");
  const head = text.slice(0, text.indexOf("</head>"));
  const origin = `http://${company.host}`;
  expect(head).toContain("--brand-primary:#c2410c");
  expect(head).toContain("<title>Changelog · Acme · Customer Feedback Portal</title>");
  expect(attributeOf(head, 'name="description"', "content")).toBe(
    "Track completed features and improvements",
  );
  expect(attributeOf(head, 'property="og:title"', "content")).toContain("Acme");
  expect(attributeOf(head, 'property="og:site_name"', "content")).toBe("Acme");
  expect(attributeOf(head, 'property="og:description"', "content")).toBeDefined();
  expect(attributeOf(head, 'property="og:url"', "content")).toBe(`${origin}/changelog`);
  expect(attributeOf(head, 'rel="canonical"', "href")).toBe(`${origin}/changelog`);
  expect(attributeOf(head, 'property="og:image"', "content")).toBe(origin + logoUrl);
  expect(attributeOf(head, 'rel="icon"', "href")).toBe(logoUrl);
  expect(await visitor().get(logoUrl)).toMatchObject({
    status: 200,
    headers: { "content-type": "image/png" },
  });
});

test("the page of an entry and its link previews show its cover, which drafts do not share", async () => {
  const admin = app.visitor(company.host, await portal.user("company_admin", company));
  const content = await pngOf(1200, 600);
  const file = multipartOf({ name: "file", filename: "cover.png", content });
  const { url } = (await admin.post("/api/pictures", file.payload, file.headers)).body as {
    url: string;
  };
  const { body } = await admin.post("/api/changelog", {
    title: "It is dark",
    coverUrl: url,
    coverAlt: 'A "dark" page',
  });
  const path = `/changelog/${String(body.slug)}`;
  const imageOf = (text: string) => attributeOf(text, 'property="og:image"', "content");
  const origin = `http://${company.host}`;
  expect(imageOf((await admin.get(path)).text)).toBe(`${origin}${path}/share.png`);
  await admin.post(`/api/changelog/${String(body.id)}/publish`, {});
  for (const page of ["/changelog", path]) {
    const { text } = await visitor().get(page);
    const cover = (name: string) => attributeOf(text, `src="${url}"`, name);
    expect([cover("width"), cover("height"), cover("alt")]).toEqual([
      "1200",
      "600",
      "A &quot;dark&quot; page",
    ]);
    expect(text).toMatch(new RegExp(`srcset="/pictures/[^"]+/640.webp 640w, ${url} 1200w"`, "i"));
  }
  expect(imageOf((await visitor().get(path)).text)).toBe(origin + url);
});

test("an item's page has the item's title and description in its head", async () => {
  const path = `/feedback/${String(planned.id)}`;
  const { text } = await visitor().get(`${path}?from=%2Ffeedback`);
  expect(text).toContain("<title>Round entries · Acme · Customer Feedback Portal</title>");
  expect(attributeOf(text, 'name="description"', "content")).toBe("We can round to 5 minutes.");
  expect(attributeOf(text, 'rel="canonical"', "href")).toBe(`http://${company.host}${path}`);
});

test("an unknown page, item or board gets a 404 page with a message", async () => {
  const missing = {
    "/nowhere": "404 Page Not Found",
    "/feedback/1/2": "404 Page Not Found",
    "/board/nothing": "Board not found",
    "/feedback/999999999": "Feedback item not found",
    "/feedback/abc": "Feedback item not found",
    "/feedback/1e3": "Feedback item not found",
  };
  for (const [path, words] of Object.entries(missing)) {
    const { status, text } = await visitor().get(path);
    expect([path, status]).toEqual([path, 404]);
    expect(textOf(text), path).toContain(words);
  }
  const { status, text } = await product().get("/nowhere");
  expect(status).toBe(404);
  expect(textOf(text)).toContain("404 Page Not Found");
});

test("the pages of a private board and of its items are those of unknown ones, except for the company's admins and super admins", async () => {
  const secret = await portal.board(company, { name: "Secret", isPrivate: true });
  const item = await portal.item(secret, { title: "Hidden wish", status: "complete" });
  const other = await portal.company();
  const admin = await portal.user("company_admin", company);
  const strangers = [
    undefined,
    await portal.user("user", company),
    await portal.user("company_admin", other),
  ];
  const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0];
  for (const user of strangers) {
    const viewer = app.visitor(company.host, user);
    for (const [hidden, unknown] of [
      [`/board/${secret.slug}`, "/board/nothing"],
      [`/feedback/${String(item.id)}`, "/feedback/999999999"],
    ] as const) {
      const [seen, missing] = [await viewer.get(hidden), await viewer.get(unknown)];
      expect([hidden, seen.status, mainOf(seen.text)]).toEqual([hidden, 404, mainOf(missing.text)]);
    }
    for (const list of ["/feedback", "/roadmap", "/changelog", "/feedback?search=hidden"]) {
      const { status, text } = await viewer.get(list);
      expect([list, status]).toEqual([list, 200]);
      expect(text).not.toMatch(/Hidden wish|Secret/);
    }
  }
  for (const user of [admin, await portal.user("super_admin")]) {
    const { text } = await app.visitor(company.host, user).get(`/board/${secret.slug}`);
    expect(textOf(text)).toMatch(/Private Board.*Hidden wish/);
    expect(attributeOf(text, 'name="robots"', "content")).toBe("noindex");
  }
  const away = await app.visitor(other.host, admin).get(`/feedback/${String(item.id)}`);
  expect(away.status).toBe(404);
});

test("on the product's own host, pages that need an account redirect anonymous visitors to /login with a return path", async () => {
  for (const path of [
    "/settings",
    "/notifications",
    "/roadmap",
    "/feedback?sort=date",
    "/changelog",
    "/board/x",
    "/feedback/1",
  ]) {
    const { status, headers } = await product().get(path);
    expect([status, headers["location"]]).toEqual([302, `/login?from=${encodeURIComponent(path)}`]);
  }
});

test("the page of a merged item redirects permanently to the page of the item's target, and the target's page names the merged item", async () => {
  const admin = app.visitor(company.host, await portal.user("company_admin", company));
  const source = await portal.item(board, { title: "Night mode" });
  const target = await portal.item(board, { title: "Dark mode" });
  const [from, to] = [source, target].map(({ id }) => `/feedback/${String(id)}`);
  await admin.post(`/api${String(from)}/merge`, { targetId: target.id });
  const { status, headers } = await visitor().get(`${String(from)}?from=%2Froadmap`);
  const address = `${String(to)}?from=%2Froadmap&mergedFrom=${String(source.id)}`;
  expect([status, headers["location"]]).toEqual([301, address]);
  expect(headers["cache-control"]).toBe("private, no-cache");
  const { text } = await visitor().get(address);
  expect(textOf(text)).toContain("You were led here from “ Night mode ”");
});

test("the HTML contains the notifications of a signed-in user and the number of unread notifications", async () => {
  const [recipient, other] = [
    await portal.user("user", company),
    await portal.user("user", company),
  ];
  await portal.sql(
    `with added as (
       insert into activity (company_id, feedback_id, kind, data, origin)
       values ($1, $2, 'status_changed', '{"toStatus":"planned"}', 'http://localhost') returning id
     )
     insert into notification (company_id, user_id, activity_id, feedback_id, reason, mail)
     select $1, $3, id, $2, 'voted', 'off' from added`,
    [company.id, planned.id, recipient.id],
  );
  const { status, text } = await app.visitor(company.host, recipient).get("/notifications");
  expect(status).toBe(200);
  expect(textOf(text)).toContain("Unread: Planned: Round entries");
  expect(text).toContain('aria-label="Notifications, 1 unread"');
  const { text: empty } = await app.visitor(company.host, other).get("/notifications");
  expect(textOf(empty)).toContain("Follow an item to hear what becomes of it.");
  expect(empty).toContain('aria-label="Notifications"');
  expect((await visitor().get("/roadmap")).text).not.toContain('aria-label="Notifications');
});

test("/login and /register redirect signed-in users to the roadmap", async () => {
  const customer = app.visitor("localhost", await portal.user("user", company));
  for (const path of ["/login", "/register"]) {
    const { status, headers } = await customer.get(path);
    expect([path, status, headers["location"]]).toEqual([path, 302, "/roadmap"]);
  }
});

test("pages of a company's settings redirect users who are not admins of the company to /, and anonymous visitors to /login", async () => {
  const other = await portal.company("Globex");
  const strangers = [
    app.visitor(company.host, await portal.user("user", company)),
    app.visitor("localhost", await portal.user("user", company)),
    app.visitor(company.host, await portal.user("company_admin", other)),
    app.visitor("localhost", await portal.user("super_admin", null)),
  ];
  for (const path of [
    "/company/settings",
    "/company/settings/logo",
    "/company/settings/brand",
    "/company/settings/domain",
    "/company/boards",
    "/company/categories",
    "/company/mail",
    "/company/audit-log",
  ]) {
    for (const stranger of strangers) {
      const { status, headers } = await stranger.get(path);
      expect([path, status, headers["location"]]).toEqual([path, 302, "/"]);
    }
    for (const anonymous of [visitor(), product()]) {
      const { status, headers } = await anonymous.get(path);
      expect([status, headers["location"]]).toEqual([
        302,
        `/login?from=${encodeURIComponent(path)}`,
      ]);
    }
  }
});

test("the login form uses POST, so that the password does not appear in the URL", async () => {
  const { text } = await visitor().get("/login?from=%2Ffeedback");
  expect(attributeOf(text, 'noValidate=""', "method")).toBe("post");
  const { status, headers } = await visitor().post(
    "/login?from=%2Ffeedback",
    "password=a+secret+password",
    {
      "content-type": "application/x-www-form-urlencoded",
    },
  );
  expect([status, headers["location"]]).toEqual([303, "/login?from=%2Ffeedback"]);
});

test("the path that an imported item had in another product redirects to the item, unless the viewer is not allowed to see the item", async () => {
  const hidden = await portal.item(await portal.board(company, { isPrivate: true }));
  for (const [path, { id }] of [
    ["/posts/12", planned],
    ["/ideas/p/round-entries", planned],
    ["/posts/13", hidden],
  ] as const)
    await portal.sql(
      `insert into imported_item (company_id, source, key, feedback_id, record, old_path)
       values ($1, 'fider', $2, $3, '{}', $2)`,
      [company.id, path, id],
    );
  const places = ["/posts/12", "/posts/12/old-title", "/ideas/p/round-entries?ref=mail"];
  for (const path of places) {
    const { status, headers } = await visitor().get(path);
    expect([path, status, headers.location]).toEqual([
      path,
      301,
      `/feedback/${String(planned.id)}`,
    ]);
  }
  for (const path of ["/posts/13", "/posts/14", "/posts/12/old/title"])
    expect([path, (await visitor().get(path)).status]).toEqual([path, 404]);
  const other = await portal.company();
  expect((await app.visitor(other.host).get("/posts/12")).status).toBe(404);
  const admin = app.visitor(company.host, await portal.user("company_admin", company));
  expect((await admin.get("/posts/13")).status).toBe(301);
});
