import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { idParam, line, timestamp } from "./fields.ts";

/**
 * How an application signs its tokens: with a secret (HS256), or with a private key whose public key
 * it publishes (RS256, ES256 or EdDSA).
 */
export const SIGNING_METHODS = ["secret", "keys"] as const;
export const SigningMethod = z.enum(SIGNING_METHODS, "Unknown way of signing");
export type SigningMethod = z.output<typeof SigningMethod>;

/** A company has up to two secrets, so that one can be replaced while the other one signs. */
export const MOST_SECRETS = 2;

/** Longest token in characters. While the browser is asked, the token is in a cookie. */
export const TOKEN_LIMIT = 3500;

/** A secret without its value, which is shown once. */
export const ApplicationSecret = z.object({
  id: z.number(),
  createdAt: timestamp,
  /** Whether this installation can read it. It cannot after a restore with another `SECRET_KEY`. */
  isReadable: z.boolean(),
});
export type ApplicationSecret = z.output<typeof ApplicationSecret>;

/** How users of the company's own application log in to its portal. */
export const ApplicationSignIn = z.object({
  isOn: z.boolean(),
  /** The name of the application; empty until it was saved once. */
  name: z.string(),
  /** The page of the application that sends the browser back with a token; null if there is none. */
  loginUrl: z.nullable(z.string()),
  method: SigningMethod,
  /** Where the application publishes its public keys; null for secrets. */
  jwksUrl: z.nullable(z.string()),
  /** Oldest first. */
  secrets: z.array(ApplicationSecret),
  /** The addresses of the portal, one of which is the audience (`aud`) of a token. */
  portalUrls: z.array(z.string()),
});
export type ApplicationSignIn = z.output<typeof ApplicationSignIn>;

export const NO_HTTPS_ADDRESS = "Enter an address that begins with https://";

const address = z.pipe(
  z.nullable(
    z.string(NO_HTTPS_ADDRESS).check(
      z.trim(),
      z.maxLength(2000, "The address must be at most 2000 characters"),
      z.refine((url) => url === "" || /^https?:\/\/[^\s\\/][^\s\\]*$/i.test(url), {
        error: NO_HTTPS_ADDRESS,
        abort: true,
      }),
      z.refine((url) => url === "" || z.url().safeParse(url).success, NO_HTTPS_ADDRESS),
    ),
  ),
  z.transform((url) => (url === "" ? null : url)),
);

/** The body of PUT /api/application-sign-in. */
export const ApplicationSignInValues = z
  .object({
    isOn: z.boolean("isOn must be true or false"),
    name: line("Name", 1, 60),
    loginUrl: address,
    method: SigningMethod,
    jwksUrl: address,
  })
  .check(
    z.refine(({ method, jwksUrl }) => method === "secret" || jwksUrl !== null, {
      path: ["jwksUrl"],
      message: "Enter the address of the public keys",
    }),
  );

/** A new secret, whose value cannot be read again. */
export const NewApplicationSecret = z.extend(ApplicationSecret, { secret: z.string() });
export type NewApplicationSecret = z.output<typeof NewApplicationSecret>;

/** A token to try the connection with. */
export const SampleToken = z.object({
  /** Null if the application signs with a key, which only it has. */
  token: z.nullable(z.string()),
  /** What the token contains, as JSON. */
  claims: z.string(),
});
export type SampleToken = z.output<typeof SampleToken>;

const NO_TOKEN = "A token consists of letters, digits, hyphens, underscores and dots";

/** The body of POST /api/application-sign-in/check. */
export const TokenToCheck = z.object({
  token: z
    .string("Paste a token")
    .check(
      z.trim(),
      z.minLength(1, { error: "Paste a token", abort: true }),
      z.maxLength(20_000, "This is too long"),
      z.regex(/^[\w.-]+$/, NO_TOKEN),
    ),
});

/** What the portal thinks of a token. */
export const CheckedToken = z.object({
  /** Whether the token logs somebody in now. */
  isAccepted: z.boolean(),
  /** Why it does not; null if it does. */
  reason: z.nullable(z.string()),
  /** The header and the content as JSON; null if they cannot be read. */
  header: z.nullable(z.string()),
  claims: z.nullable(z.string()),
});
export type CheckedToken = z.output<typeof CheckedToken>;

export const ENOUGH_SECRETS = "There are two secrets. Remove one first";
export const NO_SECRET = "Make a secret first";

export const signedTokensApi = {
  read: endpoint({
    operationId: "readApplicationSignIn",
    method: "GET",
    path: "/api/application-sign-in",
    summary: "How users of the company's own application log in, without the secrets.",
    response: ApplicationSignIn,
    status: 200,
  }),
  save: endpoint({
    operationId: "saveApplicationSignIn",
    method: "PUT",
    path: "/api/application-sign-in",
    summary: "Saves how users of the company's own application log in.",
    body: ApplicationSignInValues,
    response: ApplicationSignIn,
    status: 200,
    errors: { 403: [CONFIRM_EMAIL_FIRST] },
  }),
  createSecret: endpoint({
    operationId: "createApplicationSecret",
    method: "POST",
    path: "/api/application-sign-in/secrets",
    summary: "Makes a secret. Only this response contains it. A company has at most two.",
    response: NewApplicationSecret,
    status: 201,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [ENOUGH_SECRETS] },
    withoutInvalidation: true,
  }),
  removeSecret: endpoint({
    operationId: "removeApplicationSecret",
    method: "DELETE",
    path: "/api/application-sign-in/secrets/:id",
    summary: "Deletes a secret. Tokens that are signed with it no longer work.",
    params: z.object({ id: idParam }),
    response: z.undefined(),
    status: 204,
    notFound: "Secret not found",
    errors: { 403: [CONFIRM_EMAIL_FIRST] },
    withoutInvalidation: true,
  }),
  sample: endpoint({
    operationId: "makeSampleToken",
    method: "POST",
    path: "/api/application-sign-in/sample",
    summary: "Makes a token of an invented person, which works once, for five minutes.",
    response: SampleToken,
    status: 201,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [NO_SECRET] },
    withoutInvalidation: true,
  }),
  check: endpoint({
    operationId: "checkToken",
    method: "POST",
    path: "/api/application-sign-in/check",
    summary:
      "Says whether a token would log somebody in, and why not. It does not use the token up.",
    body: TokenToCheck,
    response: CheckedToken,
    status: 200,
    withoutInvalidation: true,
  }),
} as const;

const exampleSecret: ApplicationSecret = {
  id: 3,
  createdAt: "2026-05-04T09:00:00.000Z",
  isReadable: true,
};

const exampleSignIn: ApplicationSignIn = {
  isOn: true,
  name: "Acme Studio",
  loginUrl: "https://studio.acme.example/feedback",
  method: "secret",
  jwksUrl: null,
  secrets: [exampleSecret],
  portalUrls: ["https://acme.hearback.example", "https://feedback.acme.example"],
};

const exampleClaims = JSON.stringify({ sub: "sample-1", email: "sample.person@example.com" });

export const signedTokensExamples: ExamplesOf<typeof signedTokensApi> = {
  readApplicationSignIn: { response: exampleSignIn },
  saveApplicationSignIn: {
    body: {
      isOn: true,
      name: exampleSignIn.name,
      loginUrl: exampleSignIn.loginUrl,
      method: "secret",
      jwksUrl: null,
    },
    response: exampleSignIn,
  },
  createApplicationSecret: { response: { ...exampleSecret, secret: "hbt_no-real-secret" } },
  removeApplicationSecret: { params: { id: exampleSecret.id } },
  makeSampleToken: { response: { token: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", claims: exampleClaims } },
  checkToken: {
    body: { token: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln" },
    response: {
      isAccepted: false,
      reason: "The signature does not match. Is the token signed with one of the two secrets?",
      header: JSON.stringify({ alg: "HS256" }),
      claims: "{}",
    },
  },
};
