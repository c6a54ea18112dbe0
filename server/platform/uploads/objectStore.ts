import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import type { ObjectStoreConfig } from "#server/platform/config/objectStoreConfig.ts";
import type { FetchedReply } from "#server/platform/net/guardedFetch.ts";
import { guardedFetch } from "#server/platform/net/guardedFetch.ts";
import { lookUpName } from "#server/platform/net/resolveName.ts";

/** An S3-compatible store of files. */
export interface ObjectStore {
  put(key: string, content: Uint8Array, type: string): Promise<void>;
  /** Returns undefined if there is no such file. */
  get(key: string): Promise<Buffer | undefined>;
  /** Does nothing if there is no such file. */
  delete(key: string): Promise<void>;
}

/** Milliseconds for one file. */
const TIMEOUT_MS = 15_000;

/** Maximum size of a file in bytes, as in the table `picture`. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Maximum number of characters of the store's answer in an error. */
const QUOTED = 200;

type Method = "GET" | "PUT" | "DELETE";

/** Opens a store. Each call is one signed request. */
export function openObjectStore(config: ObjectStoreConfig): ObjectStore {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = config;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
  const base = `${endpoint.replace(/\/+$/, "")}/${bucket}`;
  const { port } = new URL(endpoint);

  const send = async (
    method: Method,
    key: string,
    content: Uint8Array = new Uint8Array(),
    headers: Record<string, string> = {},
  ): Promise<FetchedReply> => {
    const hash = createHash("sha256").update(content).digest("hex");
    const signed = await client.sign(`${base}/${key}`, {
      method,
      headers: { ...headers, "x-amz-content-sha256": hash },
    });
    return guardedFetch(signed.url, {
      // The operator has chosen the address, which is often in the same private network.
      mayReach: () => true,
      resolve: lookUpName,
      ports: port === "" ? [] : [Number(port)],
      milliseconds: TIMEOUT_MS,
      bytes: MAX_BYTES,
      message: {
        method,
        headers: Object.fromEntries(signed.headers),
        body: content,
      },
    });
  };

  return {
    put: async (key, content, type) => {
      expectStatus(await send("PUT", key, content, { "content-type": type }), 200);
    },
    get: async (key) => {
      const reply = await send("GET", key);
      if (reply.status === 404) return undefined;
      return expectStatus(reply, 200).body;
    },
    delete: async (key) => {
      expectStatus(await send("DELETE", key), 200, 204, 404);
    },
  };
}

function expectStatus(reply: FetchedReply, ...statuses: readonly number[]): FetchedReply {
  if (statuses.includes(reply.status)) return reply;
  const said = reply.body.toString("utf8").slice(0, QUOTED);
  throw new Error(`The store of pictures answered with ${String(reply.status)}: ${said}`);
}
