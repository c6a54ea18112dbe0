import { beforeAll, describe, expect, test } from "vitest";
import { LOGO_MAX_BYTES } from "#contract/companySettings.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { jpegOf, pictureOf, pngBomb, pngOf } from "#server/checks/fixtures/pictures.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";
import { processorMs } from "#server/checks/fixtures/processorMs.ts";

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1" fill="#c00"/></svg>';
const ADDRESS = /^\/logos\/\d+\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let portal: TestPortal;
let company: TestCompany;
let admin: TestUser;
let png: Buffer;
beforeAll(async () => {
  portal = await startTestPortal();
  company = await portal.company();
  admin = await portal.user("company_admin", company);
  png = await pngOf();
});

interface Sent {
  by?: TestUser | null;
  host?: string;
  to?: { id: number | string };
  name?: string;
  type?: string;
}

function upload(content: Uint8Array | string, sent: Sent = {}): Promise<Reply> {
  const {
    by = admin,
    host = company.host,
    to = company,
    name = "logo.png",
    type = "image/png",
  } = sent;
  const { payload, headers } = multipartOf({ name: "logo", filename: name, type, content });
  return portal.visitor(host, by).post(`/api/company/${to.id}/logo`, payload, headers);
}

function send(
  payload: Buffer | string | undefined,
  headers: Record<string, string>,
): Promise<Reply> {
  return portal
    .visitor(company.host, admin)
    .post(`/api/company/${company.id}/logo`, payload, headers);
}

async function storedIn({ id }: { id: number }): Promise<unknown[]> {
  return portal.sql(
    "select file_id, content_type, content from company_logo where company_id = $1",
    [id],
  );
}

/**
 * Sends an upload that must be refused. Checks that the stored logo has not changed and that the
 * request took less than a second of processor time.
 */
async function refused(work: () => Promise<Reply>): Promise<Reply> {
  const before = await storedIn(company);
  const start = processorMs();
  const reply = await work();
  expect(processorMs() - start).toBeLessThan(1000);
  expect(await storedIn(company)).toEqual(before);
  return reply;
}

describe("uploading a logo", () => {
  test("the type of an uploaded logo is read from the logo's content, and the response contains the logo's URL", async () => {
    const jpeg = await jpegOf();
    for (const content of [png, jpeg, SVG]) {
      const reply = await upload(content, { name: "x.gif", type: "text/html" });
      expect([reply.status, reply.body]).toEqual([
        200,
        { logoUrl: expect.stringMatching(ADDRESS) },
      ]);
      expect(await storedIn(company)).toMatchObject([{ content_type: "image/png" }]);
      const profile = await portal.visitor(company.host).get(`/api/company/${company.id}`);
      expect(profile.body.logoUrl).toBe(reply.body.logoUrl);
    }
  });

  test("a logo is served as a PNG, can be cached for a year and cannot run scripts", async () => {
    for (const content of [png, SVG, SVG.replace("<rect", "<script>alert(1)</script><rect")]) {
      const { body } = await upload(content);
      const logo = await portal.visitor(company.host).get(body.logoUrl);
      expect(logo.status).toBe(200);
      expect(logo.text.slice(1, 4)).toBe("PNG");
      expect(logo.text).not.toContain("script");
      expect(logo.headers).toMatchObject({
        "content-type": "image/png",
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "x-content-type-options": "nosniff",
      });
    }
  });

  test("a new logo replaces the old logo, whose URL no longer works", async () => {
    const first = await upload(png);
    const second = await upload(png);
    expect(second.body.logoUrl).not.toBe(first.body.logoUrl);
    expect((await portal.visitor(company.host).get(first.body.logoUrl)).status).toBe(404);
    expect((await portal.visitor(company.host).get(second.body.logoUrl)).status).toBe(200);
    expect(await storedIn(company)).toHaveLength(1);
  });

  test("a picture is re-encoded, so that data appended to a PNG is not stored", async () => {
    const { status } = await upload(
      Buffer.concat([png, Buffer.from("<html><script>alert(1)</script></html>")]),
    );
    expect(status).toBe(200);
    const [stored] = await portal.sql<{ content: Buffer }>(
      "select content from company_logo where company_id = $1",
      [company.id],
    );
    expect(stored?.content.includes("script")).toBe(false);
  });

  test("the audit log records the upload of a logo with the logo's type and size", async () => {
    const own = await portal.company();
    const owner = await portal.user("company_admin", own);
    await upload(png, { by: owner, host: own.host, to: own });
    const entries = await portal.sql(
      "select actor_id, action, subject, details from audit_entry where company_id = $1",
      [own.id],
    );
    expect(entries).toEqual([
      {
        actor_id: String(owner.id),
        action: "company.logo",
        subject: own.name,
        details: { contentType: "image/png", bytes: expect.any(Number) },
      },
    ]);
  });

  test("after four concurrent uploads exactly one logo remains", async () => {
    const colleague = await portal.user("company_admin", company);
    const replies = await Promise.all(
      [admin, colleague, admin, colleague].map((by) => upload(png, { by })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const addresses = await Promise.all(
      replies.map(({ body }) => portal.visitor(company.host).get(body.logoUrl)),
    );
    expect(addresses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("removing a logo", () => {
  test("a removed logo is no longer served, and the profile has no logo", async () => {
    const own = await portal.company();
    const owner = portal.visitor(own.host, await portal.user("company_admin", own));
    const guest = portal.visitor(own.host);
    const path = `/api/company/${own.id}/logo`;
    const { payload, headers } = multipartOf({ name: "logo", filename: "x", content: png });
    const { logoUrl } = (await owner.post(path, payload, headers)).body;
    const logoOf = async () => (await guest.get("/api/portal")).body.company.logoUrl;
    expect(await logoOf()).toBe(logoUrl);
    expect((await owner.delete(path)).status).toBe(204);
    expect((await guest.get(logoUrl)).status).toBe(404);
    expect(await logoOf()).toBeNull();
    expect((await owner.delete(path)).status).toBe(204);
    expect((await auditOf(portal, own)).map(({ action }) => action)).toEqual([
      "company.logo",
      "company.logo-delete",
    ]);
  });
});

describe("the logo for dark pages", () => {
  test("a logo for dark pages is stored beside the logo, served at its own URL, and removed alone or with the logo", async () => {
    const own = await portal.company();
    const owner = portal.visitor(own.host, await portal.user("company_admin", own));
    const guest = portal.visitor(own.host);
    const path = `/api/company/${own.id}/logo`;
    const sendLogo = (query: string) => {
      const { payload, headers } = multipartOf({ name: "logo", filename: "x", content: SVG });
      return owner.post(path + query, payload, headers);
    };
    const logosOf = async () => {
      const { logoUrl, darkLogoUrl } = (await guest.get("/api/portal")).body.company;
      return { logoUrl, darkLogoUrl };
    };
    expect(await sendLogo("?mode=dark")).toMatchObject({
      status: 409,
      body: { message: "Upload a logo first" },
    });
    const { logoUrl } = (await sendLogo("")).body;
    const { logoUrl: darkLogoUrl } = (await sendLogo("?mode=dark")).body;
    expect(await logosOf()).toEqual({ logoUrl, darkLogoUrl });
    expect(darkLogoUrl).not.toBe(logoUrl);
    const drawn = await guest.get(darkLogoUrl);
    expect([drawn.status, drawn.headers["content-type"]]).toEqual([200, "image/png"]);
    const { logoUrl: newUrl } = (await sendLogo("")).body;
    expect(await logosOf()).toEqual({ logoUrl: newUrl, darkLogoUrl });
    expect((await owner.delete(`${path}?mode=dark`)).status).toBe(204);
    expect((await owner.delete(`${path}?mode=dark`)).status).toBe(204);
    expect(await logosOf()).toEqual({ logoUrl: newUrl, darkLogoUrl: null });
    expect((await guest.get(darkLogoUrl)).status).toBe(404);
    await sendLogo("?mode=dark");
    expect((await owner.delete(path)).status).toBe(204);
    expect(await logosOf()).toEqual({ logoUrl: null, darkLogoUrl: null });
    expect((await sendLogo("?mode=light")).status).toBe(400);
    expect((await auditOf(portal, own)).map(({ action }) => action)).toEqual([
      "company.logo",
      "company.dark-logo",
      "company.logo",
      "company.dark-logo-delete",
      "company.dark-logo",
      "company.logo-delete",
    ]);
  });
});

describe("access checks of uploads", () => {
  test("a logo upload checks access before it reads the body", async () => {
    const { payload, headers } = multipartOf({
      name: "logo",
      filename: "x",
      content: Buffer.alloc(20 * 1024 * 1024),
    });
    for (const by of [null, await portal.user("user", company)]) {
      const { status } = await portal
        .visitor(company.host, by)
        .post(`/api/company/${company.id}/logo`, payload, headers);
      expect(status).toBe(by ? 403 : 401);
    }
  });

  test("an upload from a page of another site is refused", async () => {
    const { payload, headers } = multipartOf({ name: "logo", filename: "x", content: png });
    expect((await send(payload, { ...headers, origin: "https://evil.example" })).status).toBe(403);
  });
});

describe("the request body of an upload", () => {
  const missing = {
    message: "Please select a file to upload",
    errors: { logo: ["Please select a file to upload"] },
  };

  test("an upload without a file is refused with 'Please select a file to upload'", async () => {
    const bodies = [
      multipartOf(),
      multipartOf({ name: "logo", content: "just text" }),
      multipartOf({ name: "logo", filename: "", type: "application/octet-stream", content: "" }),
      multipartOf({ name: "picture", filename: "logo.png", content: png }),
    ];
    for (const { payload, headers } of bodies) {
      expect(await refused(() => send(payload, headers))).toMatchObject({
        status: 400,
        body: missing,
      });
    }
    expect(await refused(() => send(undefined, {}))).toMatchObject({ status: 400, body: missing });
  });

  test("an upload can contain a few small fields besides the file, but no second file", async () => {
    const file = { name: "logo", filename: "logo.png", content: png };
    const withFields = multipartOf({ name: "a", content: "1" }, file, { name: "b", content: "2" });
    expect((await send(withFields.payload, withFields.headers)).status).toBe(200);
    const twice = multipartOf(file, file);
    expect((await refused(() => send(twice.payload, twice.headers))).body.message).toBe(
      "Please select only one file",
    );
    const many = multipartOf(
      ...Array.from({ length: 50 }, (_, index) => ({ name: `f${index}`, content: "x" })),
      file,
    );
    expect((await refused(() => send(many.payload, many.headers))).status).toBe(400);
    const proto = multipartOf({ name: "__proto__", content: "x" }, file);
    expect((await refused(() => send(proto.payload, proto.headers))).status).toBe(400);
  });

  test.each(["application/json", "image/png", "text/plain", "application/x-www-form-urlencoded"])(
    "a logo sent as %s gets 415",
    async (type) => {
      const reply = await refused(() => send(Buffer.from("{}"), { "content-type": type }));
      expect([reply.status, reply.body]).toEqual([415, { message: "Send multipart/form-data" }]);
    },
  );

  test("a multipart body on any other endpoint gets 415", async () => {
    const { payload, headers } = multipartOf({ name: "name", content: "x" });
    const { status } = await portal
      .visitor(company.host, admin)
      .patch(`/api/company/${company.id}`, payload, headers);
    expect(status).toBe(415);
  });

  test("a truncated or malformed logo upload gets 400", async () => {
    const { payload, headers } = multipartOf({ name: "logo", filename: "logo.png", content: png });
    const damaged = { status: 400, body: { message: "The upload is incomplete or damaged" } };
    for (const length of [payload.length - 4, payload.length - 60, 150, 90, 30]) {
      expect(await refused(() => send(payload.subarray(0, length), headers))).toMatchObject(
        damaged,
      );
    }
    expect(
      await refused(() => send(payload, { "content-type": "multipart/form-data" })),
    ).toMatchObject(damaged);
    expect(await refused(() => send(Buffer.from("no parts"), headers))).toMatchObject(damaged);
  });
});

describe("refused files", () => {
  const notAnImage = {
    message: "Please select an image file",
    errors: { logo: ["Please select an image file"] },
  };

  test("a GIF that is declared as a PNG is refused with a message that names the accepted types", async () => {
    const message = "Please select a PNG, JPG or SVG file";
    expect(
      await refused(async () => upload(await pictureOf(20, 20).gif().toBuffer())),
    ).toMatchObject({ status: 400, body: { message, errors: { logo: [message] } } });
  });

  test("a file that is declared as a PNG but is not an image is refused", async () => {
    for (const content of [
      Buffer.from("<!doctype html><script>alert(1)</script>"),
      png.subarray(0, png.length / 2),
      Buffer.alloc(0),
      Buffer.alloc(3_000_000),
    ]) {
      expect(await refused(() => upload(content))).toMatchObject({ status: 400, body: notAnImage });
    }
  });

  test("a file of 5 MB or more is refused", async () => {
    const message = "File size must be less than 5MB";
    const big = Buffer.concat([png, Buffer.alloc(LOGO_MAX_BYTES - png.length)]);
    for (const content of [big, Buffer.concat([big, Buffer.alloc(8)]), Buffer.alloc(30_000_000)]) {
      expect(await refused(() => upload(content))).toMatchObject({
        status: 413,
        body: { message },
      });
    }
    expect((await upload(big.subarray(0, -1))).status).toBe(200);
  });

  test("a file larger than the installation's limit is refused", async () => {
    await portal.sql("update site_settings set max_upload_size = 1");
    const reply = await refused(() => upload(Buffer.concat([png, Buffer.alloc(1_048_576)])));
    expect([reply.status, reply.body]).toEqual([
      413,
      { message: "File size must be less than 1MB" },
    ]);
    expect((await upload(Buffer.concat([png, Buffer.alloc(1_000_000)]))).status).toBe(200);
    await portal.sql("update site_settings set max_upload_size = 50");
    expect((await refused(() => upload(Buffer.alloc(LOGO_MAX_BYTES)))).body.message).toBe(
      "File size must be less than 5MB",
    );
    await portal.sql("update site_settings set max_upload_size = 5");
  });

  test("a decompression bomb is refused", async () => {
    const bomb = pngBomb(20_000, 20_000);
    const message = "The image must have at most 24 megapixels";
    expect(await refused(() => upload(bomb))).toMatchObject({
      status: 400,
      body: { message, errors: { logo: [message] } },
    });
  });

  test("uploads and health checks still work after refused files", async () => {
    expect((await upload(png)).status).toBe(200);
    expect((await portal.visitor("localhost").get("/api/health")).status).toBe(200);
  });
});

describe("concurrent uploads", () => {
  test("of six concurrent uploads of one account three succeed and three get 429", async () => {
    // Because of the lock on the company, three uploads occupy their slots until the other three
    // are refused, however fast the machine is.
    const text = "select from company where id = $1 for update";
    let refusals = 0;
    const until = () => refusals === 3;
    const replies = await commitWhenBlocked(
      portal,
      { text, values: [company.id], waiting: 3, until },
      () =>
        Promise.all(
          Array.from({ length: 6 }, async () => {
            const reply = await upload(png);
            if (reply.status === 429) refusals += 1;
            return reply;
          }),
        ),
    );
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    expect(replies.find(({ status }) => status === 429)?.headers["retry-after"]).toBe("1");
    expect((await upload(png)).status).toBe(200);
  });
});
