import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

describe("reading content of the landing page", () => {
  test("a new installation has no questions and no announcements", async () => {
    const visitor = portal.visitor("localhost");
    expect(await visitor.get("/api/admin/faqs")).toMatchObject({ status: 200, body: [] });
    expect(await visitor.get("/api/admin/announcements")).toMatchObject({ status: 200, body: [] });
  });

  test("every visitor gets the content of the landing page in order and without internal fields", async () => {
    await portal.sql(
      "insert into faq (question, answer, order_index) values ('Second?', 'B', 2), ('First?', 'A', 1)",
    );
    await portal.sql(
      "insert into announcement (title, content, order_index) values ('Same', 'one', 5), ('Same', 'two', 5), ('Top', 'x', 0)",
    );
    portal.publish();
    const company = await portal.company();
    for (const visitor of [portal.visitor("localhost"), portal.visitor(company.host)]) {
      const faqs = await visitor.get("/api/admin/faqs");
      expect(faqs.headers["x-total-count"]).toBe("2");
      expect(faqs.body).toEqual([
        { id: expect.any(Number), question: "First?", answer: "A" },
        { id: expect.any(Number), question: "Second?", answer: "B" },
      ]);
      const { body } = await visitor.get("/api/admin/announcements");
      expect(body.map(({ content }: { content: string }) => content)).toEqual(["x", "one", "two"]);
    }
  });
});
