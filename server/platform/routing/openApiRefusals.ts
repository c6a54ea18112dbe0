import type { ErrorBody } from "#contract/errorBody.ts";
import { NOT_SIGNED_IN } from "#contract/errors.ts";
import { IDEMPOTENCY_CONFLICT, IDEMPOTENCY_MISMATCH } from "#contract/idempotency.ts";
import type { CallLimit } from "./callLimits.ts";
import type { Json } from "./openApiSchemas.ts";
import type { Route } from "./route.ts";

interface CommonRefusal {
  readonly status: number;
  /** Name of the component that operations reference. */
  readonly name: string;
  readonly description: string;
  readonly example: ErrorBody;
  readonly isTemporary?: true;
  /**
   * Whether the response applies only to calls that are not GET and whose guard does not use this
   * status.
   */
  readonly isOfChanges?: true;
  /** Whether the response applies only to calls that accept an `Idempotency-Key`. */
  readonly isOfRepetitions?: true;
}

/** Error responses that several operations have in common. */
const COMMON: readonly CommonRefusal[] = [
  {
    status: 400,
    name: "BadRequest",
    description: "The address or the body is not as described; `errors` has messages by field.",
    example: { message: "Title is required", errors: { title: ["Title is required"] } },
  },
  {
    status: 401,
    name: "NotSignedIn",
    description: "No valid session or API key, or not of the user whom `X-Signed-In-As` names.",
    example: { message: NOT_SIGNED_IN },
  },
  {
    status: 401,
    name: "SomebodyElse",
    description: "The session is not of the user whom `X-Signed-In-As` names.",
    example: { message: "Somebody else is signed in by now" },
    isOfChanges: true,
  },
  {
    status: 403,
    name: "Forbidden",
    description:
      "The caller may not do this, the API key has not the scope, or a browser sent it from another site.",
    example: { message: "Not allowed" },
  },
  {
    status: 403,
    name: "OtherSite",
    description: "A browser sent it from another site.",
    example: { message: "This request came from another site" },
    isOfChanges: true,
  },
  {
    status: 404,
    name: "NoPortal",
    description: "No portal on this host.",
    example: { message: "Portal not found" },
  },
  {
    status: 409,
    name: "StillRunning",
    description: "The first request with this `Idempotency-Key` is still running.",
    example: { message: IDEMPOTENCY_CONFLICT },
    isTemporary: true,
    isOfRepetitions: true,
  },
  {
    status: 413,
    name: "TooLarge",
    description: "The body is too large.",
    example: { message: "The request is too large" },
  },
  {
    status: 415,
    name: "WrongMediaType",
    description: "The body has another media type.",
    example: { message: "Send JSON" },
  },
  {
    status: 422,
    name: "OtherRequest",
    description: "The `Idempotency-Key` belongs to another request.",
    example: { message: IDEMPOTENCY_MISMATCH },
    isOfRepetitions: true,
  },
  {
    status: 429,
    name: "TooManyRequests",
    description: "Too many calls at the same time.",
    example: { message: "Too many requests at the same time. Please try again." },
    isTemporary: true,
  },
  {
    status: 500,
    name: "InternalError",
    description: "An unexpected error; `requestId` helps the provider to find it.",
    example: { message: "Something went wrong", requestId: "5b0c2f0e-8a51-4c43-9d0a-6c9a3a7f6f21" },
  },
  {
    status: 503,
    name: "Unavailable",
    description: "Busy, or briefly unavailable.",
    example: { message: "The service is briefly unavailable. Please try again." },
    isTemporary: true,
  },
];

const RETRY_AFTER = {
  "Retry-After": {
    description: "Seconds to wait before the next attempt.",
    schema: { type: "integer" },
  },
};

type Refusal = Pick<CommonRefusal, "description" | "example" | "isTemporary">;

function response({ description, example, isTemporary }: Refusal): Json {
  const schema = { $ref: "#/components/schemas/Error" };
  return {
    description,
    ...(isTemporary && { headers: RETRY_AFTER }),
    content: { "application/json": { schema, example } },
  };
}

/** The common refusals as components, by name. */
export const commonRefusals: Json = Object.fromEntries(
  COMMON.map((refusal) => [refusal.name, response(refusal)]),
);

/** Returns the error statuses of a route in ascending order. */
export function refusalStatuses({ endpoint, guard }: Route): number[] {
  const { params, query, errors = {} } = endpoint;
  const isChange = endpoint.method !== "GET";
  const statuses = [
    ...(isChange || query || params ? [400] : []),
    // The status is 401 if the signed-in user is not the user in `X-Signed-In-As`, and 403 if a
    // page of another origin sent the call.
    ...(isChange || endpoint.scope ? [401, 403] : guard.refusals),
    404,
    ...Object.keys(errors).map(Number),
    // These statuses also apply to calls without a body, because a body that is sent anyway is
    // checked.
    ...(isChange ? [413, 415] : []),
    ...(isRepeatable(endpoint) ? [409, 422] : []),
    429,
    500,
    503,
  ];
  return [...new Set(statuses)].toSorted((a, b) => a - b);
}

/**
 * Returns the error responses of a route by status. Common responses are references to components.
 */
export function refusalsOf(route: Route): Json {
  return Object.fromEntries(
    refusalStatuses(route).map((status) => {
      const common = commonRefusal(status, route);
      const own = ownRefusal(status, route, common);
      return [
        status,
        own ? response(own) : { $ref: `#/components/responses/${common?.name ?? ""}` },
      ];
    }),
  );
}

/** Whether a call accepts an `Idempotency-Key`. */
export function isRepeatable({ method, scope }: Route["endpoint"]): boolean {
  return method === "POST" && scope !== undefined;
}

function commonRefusal(status: number, { endpoint, guard }: Route): CommonRefusal | undefined {
  const candidates = COMMON.filter(
    (refusal) => refusal.status === status && (!refusal.isOfRepetitions || isRepeatable(endpoint)),
  );
  const isGuards = guard.refusals.some((refusal) => refusal === status);
  return candidates.find(({ isOfChanges }) => isOfChanges && !isGuards) ?? candidates[0];
}

/**
 * Returns a route's own description of an error status; undefined if the common description is
 * sufficient.
 */
function ownRefusal(
  status: number,
  { endpoint, limits }: Route,
  common: CommonRefusal | undefined,
): Refusal | undefined {
  const { notFound, upload, uploadStream, raw, errors = {} } = endpoint;
  const messages = Object.entries(errors).find(([declared]) => Number(declared) === status)?.[1];
  if (messages) {
    const sentences = [...messages, ...(common ? [common.description] : [])];
    const description = sentences.map((text) => text.replace(/\.?$/, ".")).join(" ");
    return { description, example: { message: messages[0] ?? "" } };
  }
  if (status === 404 && notFound !== undefined) {
    return {
      description: "The entity does not exist, or the caller may not see it.",
      example: { message: notFound },
    };
  }
  if (!common) return undefined;
  if (status === 415 && (upload ?? uploadStream))
    return { ...common, example: { message: "Send multipart/form-data" } };
  if (status === 415 && raw)
    return { ...common, example: { message: `Send ${raw.mediaTypes.join(" or ")}` } };
  if (status === 429 && limits.length > 0) {
    return {
      ...common,
      description: [...limits.map(limitInWords), common.description].join(" "),
      example: { message: "Too many attempts. Try again in 12 minutes." },
    };
  }
  return undefined;
}

function limitInWords({ limit: { attempts, windowSeconds } }: CallLimit): string {
  const [span, unit] =
    windowSeconds % 3600 === 0 ? [windowSeconds / 3600, "h"] : [windowSeconds / 60, "min"];
  return `More than ${String(attempts)} calls in ${String(span)} ${unit}.`;
}
