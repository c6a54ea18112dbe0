import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST, FRESH_SIGN_IN_FIRST } from "./errors.ts";
import { idParam, line, timestamp } from "./fields.ts";
import { User, exampleUser } from "./users.ts";

/** Bytes in base64url, at most `max` characters. */
const bytes = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/^[A-Za-z0-9_-]*$/, "Invalid base64url"));

const passkeyName = line("Name", 1, 60);

/** A passkey of the signed-in account. */
export const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** The domain for which it works: with all hosts below it, unless it is a custom domain. */
  domain: z.string(),
  /** Whether it works on the host of this request. */
  worksHere: z.boolean(),
  createdAt: timestamp,
  /** When it was last used to log in; null if it never was. */
  lastUsedAt: z.nullable(timestamp),
});
export type Passkey = z.output<typeof Passkey>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.optional(z.array(z.string())),
});

/** `PublicKeyCredentialCreationOptionsJSON` of Web Authentication. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal("public-key") })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type PasskeyCreation = z.output<typeof PasskeyCreation>;

/** `PublicKeyCredentialRequestOptionsJSON` of Web Authentication. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal("required"),
});
export type PasskeyRequest = z.output<typeof PasskeyRequest>;

const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal("public-key") };

/** The body of POST /api/passkeys: `RegistrationResponseJSON` of Web Authentication, and a name. */
export const NewPasskey = z.object({
  name: passkeyName,
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4000),
      attestationObject: bytes(20_000),
      transports: z.optional(z.array(line("Transport", 1, 30)).check(z.maxLength(10))),
    }),
  }),
});

/** The body of PATCH /api/passkeys/:id. */
export const PasskeyChange = z.object({ name: passkeyName });

/** The body of POST /api/passkeys/login: `AuthenticationResponseJSON` of Web Authentication. */
export const PasskeyLogin = z.object({
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(8000),
      userHandle: z.optional(z.nullable(bytes(100))),
    }),
  }),
});

/** Message of the 401 for a passkey that is unknown, or whose answer is wrong. */
const REFUSED = "This passkey does not work here. Log in in another way.";
const FAILED = "The passkey was not added. Try again.";
const NOT_FOUND = "Passkey not found";

export const passkeysApi = {
  create: endpoint({
    operationId: "startPasskey",
    method: "POST",
    path: "/api/passkeys/creation",
    withoutInvalidation: true,
    summary:
      "The options with which a browser creates a passkey for the signed-in account. It needs a login within the last five minutes.",
    response: PasskeyCreation,
    status: 200,
    errors: {
      403: [CONFIRM_EMAIL_FIRST, FRESH_SIGN_IN_FIRST],
      409: ["An account can have 20 passkeys. Remove one first."],
    },
  }),
  add: endpoint({
    operationId: "addPasskey",
    method: "POST",
    path: "/api/passkeys",
    withoutInvalidation: true,
    summary:
      "Adds the passkey that the browser has created. It needs a login within the last five minutes, and is mailed to the account's owner.",
    body: NewPasskey,
    response: Passkey,
    status: 201,
    errors: {
      400: [FAILED],
      403: [CONFIRM_EMAIL_FIRST, FRESH_SIGN_IN_FIRST],
      409: [
        "An account can have 20 passkeys. Remove one first.",
        "This passkey has been added already",
      ],
    },
  }),
  rename: endpoint({
    operationId: "renamePasskey",
    method: "PATCH",
    path: "/api/passkeys/:id",
    withoutInvalidation: true,
    summary: "Renames a passkey of the signed-in account.",
    params: z.object({ id: idParam }),
    body: PasskeyChange,
    response: Passkey,
    status: 200,
    notFound: NOT_FOUND,
  }),
  remove: endpoint({
    operationId: "removePasskey",
    method: "DELETE",
    path: "/api/passkeys/:id",
    withoutInvalidation: true,
    summary:
      "Removes a passkey of the signed-in account. It needs a login within the last five minutes, and another way in that remains.",
    params: z.object({ id: idParam }),
    response: z.undefined(),
    status: 204,
    notFound: NOT_FOUND,
    errors: { 403: [FRESH_SIGN_IN_FIRST], 409: ["This is the only way into your account"] },
  }),
  request: endpoint({
    operationId: "startPasskeyLogin",
    method: "POST",
    path: "/api/passkeys/login/options",
    withoutInvalidation: true,
    summary:
      "The options with which a browser asks for a passkey. They name no account: the passkey does.",
    response: PasskeyRequest,
    status: 200,
  }),
  logIn: endpoint({
    operationId: "logInWithPasskey",
    method: "POST",
    path: "/api/passkeys/login",
    withoutInvalidation: true,
    summary:
      "Signs in with a passkey, and sets the session cookie. It replaces the password and the second factor.",
    body: PasskeyLogin,
    response: User,
    status: 200,
    errors: {
      401: [REFUSED, "This account has been deactivated"],
      403: ["Super admins sign in at hearback.example, not on a custom domain"],
    },
  }),
} as const;

const examplePasskey: Passkey = {
  id: 5,
  name: "Work laptop",
  domain: "hearback.example",
  worksHere: true,
  createdAt: "2026-03-05T08:00:00.000Z",
  lastUsedAt: null,
};

const exampleChallenge = "kR3vJ0x8Qm2ZpT7bYc1LdWf6NhUa9EsGoXi4BtVyPqA";
const exampleCredential = { id: "3q2-7wAA", rawId: "3q2-7wAA", type: "public-key" } as const;
const exampleClientData = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0";

export const passkeysExamples: ExamplesOf<typeof passkeysApi> = {
  startPasskey: {
    response: {
      rp: { id: "hearback.example", name: "Hearback" },
      user: { id: "3q2-7wAA", name: exampleUser.username, displayName: "Robin Reyes" },
      challenge: exampleChallenge,
      pubKeyCredParams: [{ alg: -7, type: "public-key" }],
      timeout: 60_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    },
  },
  addPasskey: {
    body: {
      name: "Work laptop",
      credential: {
        ...exampleCredential,
        response: { clientDataJSON: exampleClientData, attestationObject: "o2NmbXQ" },
      },
    },
    response: examplePasskey,
  },
  renamePasskey: { params: { id: 5 }, body: { name: "Work laptop" }, response: examplePasskey },
  removePasskey: { params: { id: 5 } },
  startPasskeyLogin: {
    response: {
      challenge: exampleChallenge,
      rpId: "hearback.example",
      timeout: 60_000,
      userVerification: "required",
    },
  },
  logInWithPasskey: {
    body: {
      credential: {
        ...exampleCredential,
        response: {
          clientDataJSON: exampleClientData,
          authenticatorData: "SZYN5YgO",
          signature: "MEUCIQ",
        },
      },
    },
    response: exampleUser,
  },
};
