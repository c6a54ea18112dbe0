import { Writable } from "node:stream";
import { beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "#server/app/buildApp.ts";
import { companySettingsApi } from "#contract/companySettings.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { openLogger } from "#server/platform/config/openLogger.ts";
import { localFeed } from "#server/checks/fixtures/localFeed.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal, visitorOf } from "#server/checks/fixtures/testPortal.ts";
import { rawExchange } from "./support/rawExchange.ts";
import { realPages } from "./support/realPages.ts";
import { addressOf } from "./support/sampleCalls.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

let portal: TestPortal;
let app: TestApp;
let fixtures: AttackFixtures;
beforeAll(async () => {
  portal = await startTestPortal();
  app = await portal.anotherApp({}, await realPages());
  fixtures = await createAttackFixtures(portal);
});

const INJECTIONS = [
  "</script><script>alert(1)</script>",
  "</SCRIPT ><img src=x onerror=alert(1)>",
  "<!--<script>",
  "]]><script>",
  "\u2028alert(1)\u2029",
  "</style><script>alert(1)</script>",
  "</title><script>alert(1)</script>",
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  "\\u003cscript\\u003e",
  "&lt;script&gt;&#60;script>",
  "<\u0130script>",
];

describe("text in pages", () => {
  test.each(INJECTIONS)(
    "the text %j is shown unchanged and cannot end the script, style, title or attribute that contains it",
    async (text) => {
      const { company, board, customer, admin, superAdmin, faq } = fixtures;
      const asAdmin = app.visitor(company.host, admin);
      const asProvider = app.visitor("localhost", superAdmin);
      const item = (
        await app
          .visitor(company.host, customer)
          .post("/api/feedback", { title: text, description: text, boardId: board.id })
      ).body;
      const saved = [
        await app
          .visitor(company.host, customer)
          .post(`/api/feedback/${String(item.id)}/comments`, { content: text }),
        await asAdmin.patch(`/api/company/${String(company.id)}`, {
          name: text.slice(0, 100),
          description: text,
          website: "",
        }),
        await asAdmin.patch(`/api/boards/${String(board.id)}`, {
          name: text.slice(0, 80),
          description: text,
        }),
        await asProvider.patch(`/api/admin/faqs/${String(faq.id)}`, {
          question: text,
          answer: text,
        }),
      ];
      expect(saved.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
      for (const [host, path] of [
        [company.host, `/feedback/${String(item.id)}`],
        [company.host, `/feedback?search=${encodeURIComponent(text)}`],
        ["localhost", "/"],
      ] as const) {
        const { text: html, status, headers } = await app.visitor(host).get(path);
        expect([path, status]).toEqual([path, 200]);
        expect(String(headers["content-security-policy"])).toContain("script-src 'self'");
        // Every page has exactly two script elements: the entry module and the JSON data. Text in
        // the data must not close its element early.
        const scripts = [...html.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => tag);
        expect([text, scripts]).toEqual([
          text,
          [
            expect.stringMatching(/^<script type="module" fetchpriority="low" src="\/assets\//),
            '<script type="application/json" id="boot">',
          ],
        ]);
        expect(html.match(/<\/script/gi)).toHaveLength(2);
        expect(html.match(/<\/?style/gi)).toHaveLength(4);
        expect(html).not.toMatch(/<(?:img|svg)[^>]* on\w+=|<!--<script/i);
        const boot = /id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
        expect(boot).not.toMatch(/[<\u2028\u2029]/);
        if (path.startsWith("/feedback/"))
          expect(JSON.stringify(JSON.parse(boot))).toContain(JSON.stringify(text.trim()));
      }
    },
  );
});

describe("colours in branding settings", () => {
  const NOT_COLORS = [
    "red",
    "#12345",
    "#1234567",
    "#12345g",
    "#123456;",
    "#123456\n",
    "#123456 ",
    " #123456",
    "#123456}body{background:url(//evil.example)}",
    "#123;}*{color:red",
    "#123/**/",
    "</style><script>alert(1)</script>",
    "expression(alert(1))",
    "url(//evil.example)",
    "var(--x)",
    "rgb(1,2,3)",
    "#１２３４５６",
    "",
    null,
    123_456,
    ["#123456"],
    { toString: "#123456" },
  ];

  test("every endpoint for branding refuses an invalid colour in every field", async () => {
    const { company, admin, superAdmin } = fixtures;
    const { authBackgroundColor: _, ...six } = DEFAULT_BRANDING;
    const places = [
      [
        app.visitor(company.host, admin),
        addressOf(companySettingsApi.updateBranding.path, { companyId: company.id }),
        six,
      ],
      [app.visitor("localhost", superAdmin), siteSettingsApi.updateBranding.path, DEFAULT_BRANDING],
    ] as const;
    for (const [visitor, path, colors] of places) {
      for (const field of Object.keys(colors)) {
        for (const value of NOT_COLORS) {
          const reply = await visitor.patch(path, {
            brandingSettings: { ...colors, [field]: value },
          });
          expect([field, value, reply.status]).toEqual([field, value, 400]);
        }
      }
    }
  });

  test("an invalid colour in the database is not written into a style sheet", async () => {
    const { company } = await createAttackFixtures(portal);
    const evil = "#123456}body{background:url(//evil.example)}</style><script>";
    await portal.sql("update company set branding_settings = $2 where id = $1", [
      company.id,
      JSON.stringify(Object.fromEntries(Object.keys(DEFAULT_BRANDING).map((name) => [name, evil]))),
    ]);
    const { text } = await app.visitor(company.host).get("/feedback");
    expect(text).not.toMatch(/evil\.example|<\/style><script>/);
  });
});

/** Creates a stream that collects the lines of a log. */
function newSink() {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, sink };
}

describe("log lines", () => {
  const CONTROLS =
    '\r\n{"level":60,"msg":"forged"}\u001b[2J\u009b31m\u0085\u2028\u202e\u007f\u0008';

  test("a request cannot add lines or control characters to the log", async () => {
    const { lines, sink } = newSink();
    const { config, database } = portal;
    const logger = openLogger("trace", sink);
    const logging = await buildApp({
      config: { ...config, trustProxy: true },
      database,
      logger,
      changes: localFeed(),
    });
    await logging.listen({ port: 0, host: "127.0.0.1" });
    const address = logging.server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    // Node refuses most ASCII control characters in a header, so they are removed. The control
    // characters U+0080 to U+009F stay.
    const latin = Array.from(Buffer.from(CONTROLS, "latin1").toString("latin1"))
      .filter((c) => c >= " " && c !== "\u007f")
      .join("");
    const { host } = fixtures.company;
    const inPath = await rawExchange(
      port,
      `GET /api/\u009b31m\u0085${latin.replaceAll(/[ "{}]/g, "")} HTTP/1.1\r\nhost: ${host}\r\nuser-agent: ${latin}\r\nx-forwarded-for: ${latin}\r\nx-forwarded-host: ${latin}\r\nconnection: close\r\n\r\n`,
    );
    expect(inPath.statuses.every((status) => status < 500)).toBe(true);
    await visitorOf(logging, host, undefined).post(
      "/api/login",
      { username: CONTROLS, password: CONTROLS },
      { "user-agent": latin },
    );
    await visitorOf(logging, host, undefined).get(
      `/api/${encodeURIComponent(CONTROLS)}?${encodeURIComponent(CONTROLS)}`,
    );
    logger.error({ err: new Error(CONTROLS), name: CONTROLS }, CONTROLS);
    await logging.close();

    expect(lines.length).toBeGreaterThanOrEqual(4);
    for (const line of lines) {
      expect(line).toMatch(/^\{[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]*\}\n$/u);
      expect(JSON.parse(line)).not.toMatchObject({ msg: "forged" });
    }
    // No text is lost, because control characters are escaped and not removed.
    expect(lines.some((line) => JSON.parse(line).msg === CONTROLS)).toBe(true);
  });

  test("log lines contain no password, no session token and no search term", async () => {
    const { lines, sink } = newSink();
    const { config, database } = portal;
    const logging = await buildApp({
      config,
      database,
      logger: openLogger("trace", sink),
      changes: localFeed(),
    });
    const visitor = visitorOf(logging, fixtures.company.host, fixtures.customer.cookie);
    await visitor.get("/api/feedback?search=secret-search");
    await visitor.post("/api/login", {
      username: fixtures.customer.username,
      password: "secret-password",
    });
    await visitor.post("/api/login", '{"password":"secret-password"', {
      "content-type": "application/json",
    });
    await logging.close();
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.join("")).not.toMatch(/secret-|hearback_session/);
    expect(lines.join("")).not.toContain(fixtures.customer.cookie.split("=")[1] ?? "");
  });
});

describe("response headers", () => {
  test("a response never has a header that the request injected", async () => {
    const { company, customer } = fixtures;
    const attempts = [
      "%0d%0aset-cookie:%20evil=1",
      "%0aset-cookie:%20evil=1",
      "%E5%98%8A%E5%98%8Dset-cookie:%20evil=1",
      "%c4%8d%c4%8aset-cookie:evil=1",
    ];
    for (const evil of attempts) {
      for (const path of [
        `/login?from=/roadmap${evil}`,
        `/feedback/${evil}`,
        `/login/${evil}`,
        `/api/feedback?limit=1&search=${evil}`,
        `/api/feedback?cursor=${evil}`,
        `/api/feedback-portal?${evil}`,
        `/api/handoff?code=${evil}`,
        `/logos/${evil}`,
        `/api/company/${String(company.id)}/audit-log.csv?search=${evil}`,
      ]) {
        for (const visitor of [app.visitor(company.host), app.visitor(company.host, customer)]) {
          const { status, headers } = await visitor.get(path);
          expect([path, status < 500]).toEqual([path, true]);
          expect(JSON.stringify(headers["set-cookie"] ?? "")).not.toContain("evil");
          expect(
            Object.entries(headers).filter(([, value]) => /[\r\n]/.test(String(value))),
          ).toEqual([]);
        }
      }
    }
  });
});
