import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FetchPolicy } from "./guardedFetch.ts";
import { guardedFetch } from "./guardedFetch.ts";
import { isPublicAddress } from "./isPublicAddress.ts";

const requests: { url: string; host: string; cookie: string | undefined }[] = [];

const RESPONSES: Record<string, RequestListener> = {
  "/fine": (_request, response) => response.end("fine"),
  "/elsewhere": (_request, response) => response.writeHead(302, { location: "/fine" }).end(),
  "/long": (_request, response) => response.end("x".repeat(100_000)),
  "/endless": (_request, response) => {
    const write = () => response.write("x".repeat(10_000), () => setImmediate(write));
    write();
  },
  "/packed": (_request, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(10_000_000))),
  "/silent": () => undefined,
  "/dripping": (_request, response) => response.write("x"),
  "/heads": (_request, response) => {
    for (let n = 0; n < 400; n += 1) response.setHeader(`x-${String(n)}`, "y".repeat(100));
    response.end();
  },
  "/echo": (request, response) => {
    response.setHeader("x-type", request.headers["content-type"] ?? "");
    request.pipe(response);
  },
  "/cut": (request, response) => {
    response.writeHead(200, { "content-length": "100" }).write("x");
    request.socket.destroySoon();
  },
};

const server = createServer((request, response) => {
  const { host = "", cookie } = request.headers;
  requests.push({ url: request.url ?? "", host, cookie });
  RESPONSES[request.url ?? ""]?.(request, response);
});
let port: number;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Creates a policy that allows this machine's IP address instead of public addresses. */
const publicPolicy = (changes: Partial<FetchPolicy> = {}): Partial<FetchPolicy> => ({
  ports: [port],
  mayReach: (address) => address === "127.0.0.1",
  resolve: async () => ["127.0.0.1"],
  ...changes,
});
const fetchFrom = (path: string, changes?: Partial<FetchPolicy>) =>
  guardedFetch(`http://partner.example:${String(port)}${path}`, publicPolicy(changes));

describe("a URL that another party has chosen", () => {
  test("a request to an allowed URL sends the URL's host name and no cookies", async () => {
    requests.length = 0;
    const { status, body } = await fetchFrom("/fine");
    expect([status, body.toString()]).toEqual([200, "fine"]);
    expect(requests).toEqual([
      { url: "/fine", host: `partner.example:${String(port)}`, cookie: undefined },
    ]);
  });

  test.each([
    "http://127.0.0.1/",
    "http://localhost/",
    "http://127.1/",
    "http://0x7f000001/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://①②⑦.⓪.⓪.①/",
  ])("a URL on this machine or its network is refused: %s", async (address) => {
    await expect(guardedFetch(address)).rejects.toThrow("This host is not allowed");
  });

  test.each([
    ["ftp://example.com/", "Only http and https"],
    ["file:///etc/passwd", "Only http and https"],
    ["gopher://example.com/", "Only http and https"],
    ["data:text/plain,x", "Only http and https"],
    ["http://user:password@example.com/", "password"],
    ["http://user@example.com/", "password"],
    ["http://example.com:22/", "This port"],
    ["https://example.com:80/", "This port"],
    ["//example.com/", "not a URL"],
    ["example.com", "not a URL"],
    ["", "not a URL"],
  ])(
    "an invalid URL, or a URL with a forbidden scheme, password or port, is refused: %s",
    async (address, reason) => {
      await expect(guardedFetch(address)).rejects.toThrow(reason);
    },
  );

  test("a URL is refused if its name resolves to no IP address or to any address that is not allowed", async () => {
    requests.length = 0;
    for (const found of [["192.168.0.1"], ["127.0.0.1", "10.0.0.1"], ["127.0.0.1", "::1"], []]) {
      await expect(fetchFrom("/fine", { resolve: async () => found })).rejects.toThrow(
        "This host is not allowed",
      );
    }
    expect(requests).toEqual([]);
  });

  test("the connection goes to the checked IP address, even if the name resolves to another address later", async () => {
    let lookUps = 0;
    const rebinding = async () => {
      lookUps += 1;
      return [lookUps === 1 ? "127.0.0.1" : "127.0.0.2"];
    };
    expect((await fetchFrom("/fine", { resolve: rebinding })).status).toBe(200);
    expect(lookUps).toBe(1);
  });
});

describe("responses of other servers", () => {
  test("a redirect in another server's response is not followed", async () => {
    requests.length = 0;
    expect((await fetchFrom("/elsewhere")).status).toBe(302);
    expect(requests.map(({ url }) => url)).toEqual(["/elsewhere"]);
  });

  test.each([
    ["/long", "too long"],
    ["/endless", "too long"],
    ["/packed", "compressed"],
    ["/heads", "does not respond"],
    ["/cut", "does not respond"],
  ])("reading the response of %s fails with an error that contains: %s", async (path, reason) => {
    await expect(fetchFrom(path)).rejects.toThrow(reason);
  });

  test("a POST request sends its body and the content type of the body", async () => {
    const message = {
      method: "POST" as const,
      headers: { "content-type": "application/json" },
      body: '{"name":"Ä"}',
    };
    const { headers, body } = await fetchFrom("/echo", { message });
    expect([headers["x-type"], body.toString()]).toEqual(["application/json", '{"name":"Ä"}']);
  });

  test.each(["/silent", "/dripping"])(
    "a request fails if its response does not arrive in time: %s",
    async (path) => {
      await expect(fetchFrom(path, { milliseconds: 200 })).rejects.toThrow("too long");
    },
  );

  test("a name lookup without a response is aborted", async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    await expect(fetchFrom("/fine", { resolve, milliseconds: 100 })).rejects.toThrow("too long");
  });

  test("the error of a failed name lookup reveals no detail", async () => {
    const resolve = async () => {
      throw new Error("getaddrinfo ENOTFOUND internal-name at 10.0.0.53");
    };
    await expect(fetchFrom("/fine", { resolve })).rejects.toThrow(/^The server does not respond$/);
  });
});

describe("isPublicAddress", () => {
  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.0.1",
    "223.255.255.255",
    "2606:4700::1111",
    "2a00:1450:4001::1",
  ])("%s is a public address", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.170",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:8.8.8.8",
    "::ffff:0:8.8.8.8",
    "::8.8.8.8",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:20::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "",
    "example.com",
    "1.1.1",
    "1.1.1.1.1",
    "2606:4700::1111%eth0",
  ])("%j is not a public address", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
