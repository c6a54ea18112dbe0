import { beforeAll, describe, expect, test } from "vitest";
import { readPages } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

const SITE = "/api/admin/audit-log";

let portal: TestPortal;
let provider: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  provider = portal.visitor("localhost", await portal.user("super_admin"));
});

interface Entry {
  id: string;
  action: string;
  subject: string;
  companyId: number | null;
  createdAt: string;
}

async function scene() {
  const cast = await newCast(portal);
  return { ...cast, path: `/api/company/${String(cast.company.id)}/audit-log` };
}

/**
 * Inserts one entry for each time. The entries belong to the company, or to the installation if
 * `company` is null.
 */
async function entriesAt(company: { id: number } | null, times: string[], action = "board.update") {
  for (const time of times) {
    const values = ["someone@example.com", action, `At ${time}`, "192.0.2.1", time];
    await (company
      ? portal.sql(
          "insert into audit_entry (company_id, actor_username, action, subject, ip, created_at) values ($6, $1, $2, $3, $4, $5)",
          [...values, company.id],
        )
      : portal.sql(
          "insert into site_audit_entry (actor_username, action, subject, ip, created_at) values ($1, $2, $3, $4, $5)",
          values,
        ));
  }
}

const subjects = async (visitor: Visitor, path: string): Promise<string[]> => {
  const { status, body, text } = await visitor.get(path);
  if (status !== 200) throw new Error(`${path} ${String(status)} ${text}`);
  return body.map(({ subject }: Entry) => subject);
};

describe("the entries of the audit log", () => {
  test("an audit entry contains the actor, action, subject, time and client address", async () => {
    const { viewers, company, admin, path } = await scene();
    const before = Date.now();
    await viewers.C.post("/api/boards", { name: "Ideas", slug: "ideas" });
    const { body, headers } = await viewers.C.get(path);
    expect([headers["x-total-count"], body]).toEqual([
      "1",
      [
        {
          id: expect.stringMatching(/^c\d+$/),
          companyId: company.id,
          companyName: company.name,
          actorUsername: admin.username,
          action: "board.create",
          subject: "Ideas",
          details: {},
          ip: "127.0.0.1",
          createdAt: expect.stringMatching(/Z$/),
        },
      ],
    ]);
    expect(Math.abs(Date.parse(body[0].createdAt) - before)).toBeLessThan(10_000);
    expect((await provider.get(`${SITE}?companyId=${String(company.id)}`)).body).toEqual(body);
  });

  test("an audit entry shows the client's IP address as a trusted proxy reports it", async () => {
    const { company, admin, path } = await scene();
    const behindProxy = await portal.anotherApp({ TRUST_PROXY: "1" });
    const visitor = behindProxy.visitor(company.host, admin);
    await visitor.post(
      "/api/categories",
      { name: "Billing" },
      { "x-forwarded-for": "203.0.113.7" },
    );
    expect((await visitor.get(path)).body[0]).toMatchObject({
      action: "category.create",
      ip: "203.0.113.7",
    });
  });

  test("an audit entry keeps the actor's old e-mail address after the account gets a new address", async () => {
    const { viewers, admin, path } = await scene();
    await viewers.C.post("/api/categories", { name: "Billing" });
    await viewers.S.patch(`/api/admin/users/${String(admin.id)}`, {
      username: `renamed-${admin.username}`,
    });
    expect((await viewers.T.get(path)).body).toMatchObject([{ actorUsername: admin.username }]);
  });

  test("a company's log contains no entry of another company or of the installation", async () => {
    const { viewers, company, other, path } = await scene();
    await entriesAt(company, ["2026-01-01T12:00:00Z"]);
    await entriesAt(other, ["2026-01-02T12:00:00Z"]);
    await entriesAt(null, ["2026-01-03T12:00:00Z"]);
    expect(await subjects(viewers.C, path)).toEqual(["At 2026-01-01T12:00:00Z"]);
    expect(await subjects(viewers.C, `${path}?companyId=${String(other.id)}`)).toEqual([
      "At 2026-01-01T12:00:00Z",
    ]);
    const file = await viewers.C.get(`${path}.csv?companyId=${String(other.id)}`);
    expect(file.text.match(/At 2026-01-0\d/g)).toEqual(["At 2026-01-01"]);
    const all = await subjects(provider, `${SITE}?to=2026-01-31`);
    expect(all.slice(0, 3)).toEqual([
      "At 2026-01-03T12:00:00Z",
      "At 2026-01-02T12:00:00Z",
      "At 2026-01-01T12:00:00Z",
    ]);
  });
});

describe("filtering and paging the audit log", () => {
  test("the audit log can be filtered by text, action and days in UTC, alone and in combination", async () => {
    const { viewers, company, path } = await scene();
    await entriesAt(company, [
      "2026-03-01T00:00:00Z",
      "2026-03-01T23:59:59.999Z",
      "2026-03-02T00:00:00Z",
    ]);
    await entriesAt(company, ["2026-03-03T12:00:00Z"], "board.delete");
    await entriesAt(company, ["2026-03-04T12:00:00Z"], "boardroom.open");
    await portal.sql(
      "update audit_entry set subject = '100% _new_' where subject = 'At 2026-03-04T12:00:00Z'",
    );
    const days = async (query: string) => {
      const { body, headers } = await viewers.C.get(`${path}?${query}`);
      expect(headers["x-total-count"]).toBe(String(body.length));
      return body.map(({ createdAt }: { createdAt: string }) => createdAt.slice(8, 19)).join(" ");
    };
    const all = "04T12:00:00 03T12:00:00 02T00:00:00 01T23:59:59 01T00:00:00";
    expect(await days("")).toBe(all);
    expect(await days("search=SOMEONE@")).toBe(all);
    expect(await days("search=at%202026-03-02")).toBe("02T00:00:00");
    expect(await days("search=0%25%20_N")).toBe("04T12:00:00");
    expect(await days("search=%25")).toBe("04T12:00:00");
    expect(await days("action=board.delete")).toBe("03T12:00:00");
    expect(await days("action=board")).toBe("03T12:00:00 02T00:00:00 01T23:59:59 01T00:00:00");
    expect(await days("action=boar")).toBe("");
    expect(await days("from=2026-03-02&to=2026-03-03")).toBe("03T12:00:00 02T00:00:00");
    expect(await days("from=2026-03-01&to=2026-03-01")).toBe("01T23:59:59 01T00:00:00");
    expect(await days("from=2026-03-03&action=board&search=at")).toBe("03T12:00:00");
    expect(await days("search=&action=&from=&to=")).toBe(all);
    expect(await days("from=2026-03-05")).toBe("");
  });

  test("paging the audit log, newest first, neither skips nor repeats an entry, even if entries have the same time", async () => {
    const { viewers, company, path } = await scene();
    const createdTimes = ["2027-01-01T12:00:00.123Z", "2027-01-01T12:00:00.124Z"];
    await entriesAt(
      company,
      Array.from({ length: 9 }, (_, n) => createdTimes[n % 2] ?? ""),
    );
    await entriesAt(
      null,
      Array.from({ length: 9 }, (_, n) => createdTimes[n % 2] ?? ""),
    );
    for (const limit of [1, 4, 100]) {
      const own = await readPages<Entry>(viewers.C, `${path}?limit=${String(limit)}`);
      expect([new Set(own.items.map(({ id }) => id)).size, ...new Set(own.totals)]).toEqual([9, 9]);
      const all = await readPages<Entry>(
        provider,
        `${SITE}?from=2027-01-01&limit=${String(limit)}`,
      );
      expect([new Set(all.items.map(({ id }) => id)).size, ...new Set(all.totals)]).toEqual([
        18, 18,
      ]);
      const times = all.items.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().toReversed());
    }
  });

  test("the audit log refuses an invalid day, action, limit, search or cursor", async () => {
    const { viewers, path } = await scene();
    const place = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const query of [
      "from=yesterday",
      "from=2026-02-30",
      "to=2026-13-01",
      "from=0000-01-01",
      "to=0000-01-01",
      "action=A%20B",
      "action=a.b.c",
      "limit=0",
      "limit=101",
      "search=%00",
      "cursor=x",
      `cursor=${place(["audit", "c2026-02-30T00:00:00.000Z", 1])}`,
      `cursor=${place(["audit", "x2026-01-01T00:00:00.000Z", 1])}`,
      `cursor=${place(["date", "2026-01-01T00:00:00.000Z", 1])}`,
    ]) {
      const files =
        query.startsWith("cursor") || query.startsWith("limit")
          ? []
          : [`${path}.csv`, `${SITE}.csv`];
      for (const at of [path, SITE, ...files]) {
        const { status, body } = await viewers.T.get(`${at}?${query}`);
        expect([at, query, status, Object.keys(body?.errors ?? {})]).toEqual([
          at,
          query,
          400,
          [query.split("=")[0]],
        ]);
      }
    }
    for (const query of ["from=0001-01-01&to=9999-12-31", "from=2026-12-31&to=2026-01-01"]) {
      expect([query, (await viewers.C.get(`${path}?${query}`)).status]).toEqual([query, 200]);
    }
    expect((await provider.get(`${SITE}?companyId=x`)).status).toBe(400);
  });
});
