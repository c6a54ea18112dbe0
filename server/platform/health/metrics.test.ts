import { beforeAll, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const TOKEN = "a-token-for-the-metrics";

/** Parts of names that promtool refuses: units that are no base units or abbreviated, and types. */
const NO_BASE_UNIT =
  /(?:^|_)(?:(?:milli|micro|nano|kilo|mega|giga|kibi|mebi|gibi)[a-z]+|minutes?|hours?|days?|weeks?|bits?|percent|[mun]?s|sec|[kmgt]?b|[mhd]|counter|gauge|histogram|summary)(?:_|$)/;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

describe("/metrics", () => {
  test("from the local machine, /metrics responds with durations by route, but without any tenant's name", async () => {
    const company = await portal.company();
    await portal.visitor(company.host).get("/api/boards");
    const { status, text } = await portal.visitor("localhost").get("/metrics");
    expect(status).toBe(200);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/boards",status="200"\} 1/,
    );
    expect(text).not.toContain(company.subdomain);
  });

  test("/metrics follows the rules of promtool: each metric has a help and a type once, counters end in _total, units are base units, and no series is repeated", async () => {
    const { text } = await portal.visitor("localhost").get("/metrics");
    const listed = (what: string) =>
      [...text.matchAll(new RegExp(String.raw`^# ${what} (\S+) \S`, "gm"))].map(([, name]) => name);
    const types = new Map(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type]),
    );
    expect(types.size).toBeGreaterThan(20);
    for (const what of ["HELP", "TYPE"]) expect(listed(what)).toEqual([...types.keys()]);
    for (const [name, type] of types) {
      expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(name).not.toMatch(NO_BASE_UNIT);
    }
    const series = text
      .split("\n")
      .flatMap((line) => /^(\w+(?:\{.*\})?) \S+$/.exec(line)?.[1] ?? []);
    expect(series.filter((one, index) => series.indexOf(one) !== index)).toEqual([]);
    const families = series.map((one) => one.replace(/\{.*/, ""));
    const isKnown = (name: string) =>
      types.has(name) || types.get(name.replace(/_(?:bucket|sum|count)$/, "")) === "histogram";
    expect(families.filter((name) => !isKnown(name))).toEqual([]);
  });

  test("/metrics counts sign-ins by way and result", async () => {
    const user = await portal.user("user");
    const visitor = portal.visitor("localhost");
    // Other test files in this process have signed in as well.
    const count = async (labels: string) => {
      const { text } = await visitor.get("/metrics");
      return Number(
        new RegExp(String.raw`^sign_ins_total\{${labels}\} (\d+)$`, "m").exec(text)?.[1] ?? 0,
      );
    };
    for (const [labels, path, body] of [
      [
        'way="password",result="accepted"',
        "/api/login",
        { username: user.username, password: TEST_PASSWORD },
      ],
      [
        'way="password",result="refused"',
        "/api/login",
        { username: user.username, password: "not it" },
      ],
      ['way="mail_code",result="refused"', "/api/login/code/confirm", { code: "123456" }],
    ] as const) {
      const before = await count(labels);
      await visitor.post(path, body);
      expect([labels, await count(labels)]).toEqual([labels, before + 1]);
    }
  });

  test("without a token, /metrics responds with 404 to requests that a proxy forwards", async () => {
    for (const header of ["x-forwarded-for", "x-forwarded-host", "forwarded", "via", "x-real-ip"]) {
      const reply = await portal.visitor("localhost").get("/metrics", { [header]: "203.0.113.7" });
      expect([header, reply.status]).toEqual([header, 404]);
    }
  });

  test("without a token, /metrics responds with 404 if a proxy is configured", async () => {
    for (const trustProxy of ["loopback", "1", "true"]) {
      const app = await portal.anotherApp({ TRUST_PROXY: trustProxy });
      expect((await app.visitor("localhost").get("/metrics")).status).toBe(404);
    }
    const direct = await portal.anotherApp({ TRUST_PROXY: "false" });
    expect((await direct.visitor("localhost").get("/metrics")).status).toBe(200);
  });

  test("without a token, /metrics responds with 404 if the portal can be reached from other machines", async () => {
    for (const [settings, host] of [
      [{ BASE_DOMAIN: "feedback.example" }, "feedback.example"],
      [{ HOST: "0.0.0.0" }, "localhost"],
    ] as [Record<string, string>, string][]) {
      const app = await portal.anotherApp(settings);
      expect((await app.visitor(host).get("/metrics")).status).toBe(404);
    }
  });

  test("/metrics requires the token if one is configured", async () => {
    const app = await portal.anotherApp({ METRICS_TOKEN: TOKEN });
    const read = async (authorization?: string) =>
      (
        await app
          .visitor("localhost")
          .get("/metrics", authorization === undefined ? {} : { authorization })
      ).status;
    expect(await read(`Bearer ${TOKEN}`)).toBe(200);
    expect(await read()).toBe(404);
    expect(await read(`Bearer ${TOKEN}x`)).toBe(404);
    expect(await read(TOKEN)).toBe(404);
  });
});
