import * as z from "zod/mini";
import { ConfigError } from "./configError.ts";
import { matching, webUrl } from "./variables.ts";

/** An S3-compatible store. */
export interface ObjectStoreConfig {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const word = (accepts: string) => matching(accepts, (value) => /^[\w.+/=-]{1,256}$/.test(value));

export const objectStoreVariables = {
  S3_ENDPOINT: z.optional(webUrl()),
  S3_REGION: z.optional(word("a region such as eu-central-1")),
  S3_BUCKET: z.optional(
    matching("the name of a bucket", (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)),
  ),
  S3_ACCESS_KEY_ID: z.optional(word("the id of an access key")),
  S3_SECRET_ACCESS_KEY: z.optional(word("the secret of an access key")),
};

const objectStoreEnvironment = z.object(objectStoreVariables);

/** @throws ConfigError if some variables are set, but not all that are needed */
export function objectStoreConfigOf(
  values: z.output<typeof objectStoreEnvironment>,
): ObjectStoreConfig | undefined {
  const {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = values;
  const given = [endpoint, region, bucket, accessKeyId, secretAccessKey];
  if (given.every((value) => value === undefined)) return undefined;
  if (
    endpoint === undefined ||
    bucket === undefined ||
    accessKeyId === undefined ||
    secretAccessKey === undefined
  )
    throw new ConfigError(
      "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together, or none of them.",
    );
  return { endpoint, region: region ?? "us-east-1", bucket, accessKeyId, secretAccessKey };
}
