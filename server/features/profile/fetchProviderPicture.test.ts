import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { localFeed } from "#server/checks/fixtures/localFeed.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { jpegOf, pngBomb, pngOf } from "#server/checks/fixtures/pictures.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { fetchProviderPicture } from "./fetchProviderPicture.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** Serves a picture, as its type claims. */
const serve =
  (content: Buffer | string, more: object = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { "content-type": "image/png", ...more }).end(content);

let pictures: Record<string, RequestListener>;
const requests: string[] = [];
let connections = 0;
const server = createServer((request, response) => {
  requests.push(request.url ?? "");
  pictures[request.url ?? ""]?.(request, response);
});

server.on("connection", () => (connections += 1));

let portal: TestPortal;
let origin: string;
beforeAll(async () => {
  portal = await startTestPortal({ ALLOW_PRIVATE_PROVIDERS: "1" });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  pictures = {
    "/good": serve(await jpegOf(400, 100)),
    "/svg.png": serve(SVG),
    "/page.png": serve("<!doctype html><script>alert(1)</script>"),
    "/5-mb": serve(Buffer.concat([await pngOf(), Buffer.alloc(5_000_000)])),
    "/bomb": serve(pngBomb(30_000, 30_000)),
    "/cut": serve((await pngOf()).subarray(0, 40)),
    "/packed": serve(await pngOf(), { "content-encoding": "gzip" }),
    "/missing": (_request, response) => response.writeHead(404).end(),
    "/redirect": (_request, response) =>
      response.writeHead(302, { location: `${origin}/good` }).end(),
    "/hanging": () => undefined,
    "/dripping": (_request, response) => response.write("x"),
  };
});
beforeEach(() => requests.splice(0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function scene() {
  const company = await portal.company();
  const user = await portal.user("user", company);
  const customer = portal.visitor(company.host, user);
  const shown = async () => (await customer.get("/api/user")).body.pictureUrl as string | null;
  const fetchPicture = (url: string, config = portal.config) =>
    fetchProviderPicture(
      {
        db: portal.database.system,
        changes: localFeed(),
        config,
        milliseconds: /hanging|dripping/.test(url) ? 500 : 60_000,
      },
      { companyId: company.id, userId: user.id, url },
    );
  const upload = async () => {
    const { payload, headers } = multipartOf({
      name: "picture",
      filename: "own.png",
      content: await pngOf(),
    });
    return customer.post("/api/user/picture", payload, headers);
  };
  return { company, shown, fetchPicture, upload };
}

test("the picture that a provider names is drawn anew, and shown for an account that has none", async () => {
  const { company, shown, fetchPicture } = await scene();
  await fetchPicture(`${origin}/good`);
  const url = await shown();
  expect(url).toMatch(/^\/pictures\//);
  const served = await portal.app.inject({ url: url ?? "", headers: { host: company.host } });
  const { format, width, height } = await sharp(served.rawPayload).metadata();
  expect({ format, width, height }).toEqual({ format: "webp", width: 256, height: 256 });
});

test.each([
  "/svg.png",
  "/page.png",
  "/5-mb",
  "/bomb",
  "/cut",
  "/packed",
  "/missing",
  "/redirect",
  "/hanging",
  "/dripping",
])("the picture %s is not taken, and its address is asked once", async (path) => {
  const { shown, fetchPicture } = await scene();
  await fetchPicture(origin + path);
  expect([await shown(), requests]).toEqual([null, [path]]);
});

test.each(["javascript:alert(1)", "data:image/png;base64,AA", "file:///etc/passwd", "", "x"])(
  "the address %j is not fetched",
  async (url) => {
    const { shown, fetchPicture } = await scene();
    await fetchPicture(url);
    expect(await shown()).toBeNull();
  },
);

test("without ALLOW_PRIVATE_PROVIDERS, http and private addresses are not asked", async () => {
  const { shown, fetchPicture } = await scene();
  const config = { ...portal.config, allowPrivateProviders: false };
  const before = connections;
  for (const url of [`${origin}/good`, `${origin}/good`.replace("http:", "https:")])
    await fetchPicture(url, config);
  await fetchPicture("http://169.254.169.254/latest/meta-data");
  expect([await shown(), connections - before]).toEqual([null, 0]);
});

test("a picture that the person has chosen stays, also if they choose it while the provider's is fetched", async () => {
  const { shown, fetchPicture, upload } = await scene();
  const drawn = await jpegOf();
  let own: unknown;
  const uploadFirst = async () => {
    own = (await upload()).body.pictureUrl;
    return drawn;
  };
  pictures["/slow"] = (request, response) =>
    void uploadFirst().then((content) => serve(content)(request, response));
  await fetchPicture(`${origin}/slow`);
  expect(own).toMatch(/^\/pictures\//);
  expect(await shown()).toBe(own);
  await fetchPicture(`${origin}/good`);
  expect([await shown(), requests]).toEqual([own, ["/slow"]]);
});
