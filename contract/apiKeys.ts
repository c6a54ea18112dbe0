import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { idParam, line, timestamp } from "./fields.ts";
import { DEFAULT_QUOTAS, quotaMessage } from "./quotas.ts";
import { API_SCOPES } from "./scopes.ts";

const Scopes = z
  .array(z.enum(API_SCOPES, "Unknown scope"), "Choose at least one scope")
  .check(z.minLength(1, "Choose at least one scope"), z.maxLength(API_SCOPES.length));

/** Why a key that has not been revoked does not work. */
const KeyState = z.enum(["active", "expired", "maker_left"]);

/** An API key as the company's admins see it. The key itself is shown only once. */
export const ApiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** The last four characters of the key. */
  hint: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  /**
   * `expired` after `expiresAt`; `maker_left` while the admin who made the key is no longer an admin.
   * Requests with such a key are refused.
   */
  state: KeyState,
  /** The admin who made the key; null if the account was deleted. */
  createdBy: z.nullable(z.string()),
  createdAt: timestamp,
  /** Null if the key does not expire. */
  expiresAt: z.nullable(timestamp),
  /** The time of the last use, exact to a minute; null if the key has not been used. */
  lastUsedAt: z.nullable(timestamp),
  /** The client address of the last use. */
  lastUsedIp: z.nullable(z.string()),
});
export type ApiKey = z.output<typeof ApiKey>;

/** The body of POST /api/api-keys. */
export const NewApiKey = z.object({
  name: line("Name", 1, 60),
  scopes: Scopes,
  /** When the key stops working; null or absent if it does not expire. */
  expiresAt: z.optional(z.nullable(z.iso.datetime("Choose a day"))),
});

/** The body of PATCH /api/api-keys/{id}. */
export const ApiKeyChanges = z.partial(NewApiKey);

/** A new key. `key` cannot be read again. */
export const CreatedApiKey = z.extend(ApiKey, { key: z.string() });
export type CreatedApiKey = z.output<typeof CreatedApiKey>;

/** Message of the 400 for a time at which a key would already have expired. */
export const EXPIRY_IS_PAST = "Choose a day in the future";

const params = z.object({ id: idParam });
const notFound = "API key not found";

export const apiKeysApi = {
  list: endpoint({
    operationId: "listApiKeys",
    method: "GET",
    path: "/api/api-keys",
    summary: "The API keys of the company, newest first, without the keys themselves.",
    response: z.array(ApiKey),
    status: 200,
  }),
  create: endpoint({
    operationId: "createApiKey",
    method: "POST",
    path: "/api/api-keys",
    summary: "Makes an API key. Only this response contains the key.",
    body: NewApiKey,
    response: CreatedApiKey,
    status: 201,
    withoutInvalidation: true,
    errors: {
      403: [CONFIRM_EMAIL_FIRST],
      409: [quotaMessage("keys", DEFAULT_QUOTAS.keys)],
    },
  }),
  update: endpoint({
    operationId: "changeApiKey",
    method: "PATCH",
    path: "/api/api-keys/:id",
    summary: "Changes the name, the scopes or the expiry of an API key.",
    params,
    body: ApiKeyChanges,
    response: ApiKey,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST] },
  }),
  remove: endpoint({
    operationId: "revokeApiKey",
    method: "DELETE",
    path: "/api/api-keys/:id",
    summary: "Revokes an API key. Requests with it are refused from now on.",
    params,
    response: z.undefined(),
    status: 204,
    withoutInvalidation: true,
    notFound,
  }),
} as const;

export const exampleApiKey: ApiKey = {
  id: 3,
  name: "Support desk",
  hint: "x9Qa",
  scopes: ["feedback:read", "feedback:write"],
  state: "active",
  createdBy: "Kim Park",
  createdAt: "2026-05-04T09:00:00.000Z",
  expiresAt: "2027-05-04T23:59:59.000Z",
  lastUsedAt: "2026-05-06T11:30:00.000Z",
  lastUsedIp: "203.0.113.7",
};

const exampleBody = {
  name: exampleApiKey.name,
  scopes: exampleApiKey.scopes,
  expiresAt: exampleApiKey.expiresAt,
};

export const apiKeysExamples: ExamplesOf<typeof apiKeysApi> = {
  listApiKeys: { response: [exampleApiKey] },
  createApiKey: {
    body: exampleBody,
    response: {
      ...exampleApiKey,
      lastUsedAt: null,
      lastUsedIp: null,
      key: "hb_1qXb4Wn8Zt6Yc0Vd3Fg5Hj7Kl9Pm2Rs4Tu6Vw8x9Qa",
    },
  },
  changeApiKey: {
    params: { id: exampleApiKey.id },
    body: { scopes: ["feedback:read"] },
    response: { ...exampleApiKey, scopes: ["feedback:read"] },
  },
  revokeApiKey: { params: { id: exampleApiKey.id } },
};
