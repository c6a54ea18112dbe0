import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { openObjectStore } from "./objectStore.ts";

// The S3-compatible server of the other tests does not check signatures. Here, a second
// implementation of Signature Version 4 checks them. It gives the signatures that AWS has published:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html

interface SignedRequest {
  method: string;
  /** The path, encoded as it is sent. */
  path: string;
  query?: string;
  headers: Readonly<Record<string, string>>;
  /** Names of the signed headers in their order, separated by semicolons. */
  signed: string;
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();

function signatureOf(
  { method, path, query = "", headers, signed }: SignedRequest,
  { secret, region }: { secret: string; region: string },
): string {
  const { "x-amz-date": time = "", "x-amz-content-sha256": content = "" } = headers;
  const lines = signed.split(";").map((name) => `${name}:${headers[name] ?? ""}`);
  const request = [method, path, query, ...lines, "", signed, content].join("\n");
  const scope = [time.slice(0, 8), region, "s3", "aws4_request"];
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const text = ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(request)].join("\n");
  return hmac(key, text).toString("hex");
}

const EXAMPLE = { host: "examplebucket.s3.amazonaws.com", "x-amz-date": "20130524T000000Z" };
const EMPTY = { ...EXAMPLE, "x-amz-content-sha256": sha256("") };
const PLAIN = "host;x-amz-content-sha256;x-amz-date";

test.each<[string, SignedRequest, string]>([
  [
    "reads a part of a file",
    {
      method: "GET",
      path: "/test.txt",
      headers: { ...EMPTY, range: "bytes=0-9" },
      signed: "host;range;x-amz-content-sha256;x-amz-date",
    },
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  ],
  [
    "stores a file",
    {
      method: "PUT",
      path: "/test%24file.text",
      headers: {
        ...EXAMPLE,
        date: "Fri, 24 May 2013 00:00:00 GMT",
        "x-amz-content-sha256": sha256("Welcome to Amazon S3."),
        "x-amz-storage-class": "REDUCED_REDUNDANCY",
      },
      signed: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
    },
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  ],
  [
    "reads a setting",
    { method: "GET", path: "/", query: "lifecycle=", headers: EMPTY, signed: PLAIN },
    "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  ],
  [
    "lists files",
    { method: "GET", path: "/", query: "max-keys=2&prefix=J", headers: EMPTY, signed: PLAIN },
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  ],
])(
  "the checking implementation signs AWS's example that %s as AWS does",
  (_, request, expected) => {
    const keys = { secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1" };
    expect(signatureOf(request, keys)).toBe(expected);
  },
);

/** Starts a server that refuses every request whose signature or content hash is wrong. */
async function startCheckingServer(keys: { secret: string; region: string }) {
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void (async () => {
      const content = await buffer(request);
      const { method = "", url: path = "", headers } = request;
      const { authorization = "", ...sent } = headers as Record<string, string>;
      const signed = /SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? "";
      const expected = `AWS4-HMAC-SHA256 Credential=KEYID/${String(sent["x-amz-date"]).slice(0, 8)}/${keys.region}/s3/aws4_request, SignedHeaders=${signed}, Signature=${signatureOf({ method, path, headers: sent, signed }, keys)}`;
      const isRight =
        authorization === expected &&
        ["host", "x-amz-content-sha256", "x-amz-date"].every((name) =>
          signed.split(";").includes(name),
        ) &&
        sent["x-amz-content-sha256"] === sha256(content);
      if (!isRight) return response.writeHead(403).end("SignatureDoesNotMatch");
      const file = files.get(path);
      if (method === "PUT") files.set(path, content);
      if (method === "DELETE") files.delete(path);
      return response.writeHead(method === "GET" && !file ? 404 : 200).end(file);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    files,
    config: {
      endpoint: `http://127.0.0.1:${String(port)}/`,
      region: keys.region,
      bucket: "pictures",
      accessKeyId: "KEYID",
      secretAccessKey: keys.secret,
    },
  };
}

test("a file is stored, read and deleted by signed requests, and a wrong secret is refused", async () => {
  const keys = { secret: "k/3+y=", region: "eu-central-1" };
  const { files, config } = await startCheckingServer(keys);
  const store = openObjectStore(config);
  const key = "pictures/7/0b9d2c4e-7f1a-4c58-9e63-2f8a5d1c7b40/full.webp";
  const content = Buffer.from([0, 1, 2, 255]);
  await store.put(key, content, "image/webp");
  expect([...files.keys()]).toEqual([`/pictures/${key}`]);
  expect(await store.get(key)).toEqual(content);
  const stranger = openObjectStore({ ...config, secretAccessKey: "another" });
  await expect(stranger.get(key)).rejects.toThrow("403: SignatureDoesNotMatch");
  await store.delete(key);
  expect(await store.get(key)).toBeUndefined();
});
