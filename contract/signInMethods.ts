import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { FRESH_SIGN_IN_FIRST } from "./errors.ts";
import { idParam, timestamp } from "./fields.ts";
import { Passkey } from "./passkeys.ts";
import { exampleUser } from "./users.ts";

/** An account at a provider, or in a company's application, with which the user logs in. */
export const SignInIdentity = z.object({
  id: z.number(),
  /** The installation's provider, or the company's own way. */
  provider: z.enum(["google", "microsoft", "github", "company", "application"]),
  /** The name of the provider or application. */
  name: z.string(),
  /** The address or name there. */
  label: z.string(),
  /** Whether it logs in on the host of this request at present. */
  worksHere: z.boolean(),
  /** When it was last used to log in; null if it never was. */
  lastUsedAt: z.nullable(timestamp),
});
export type SignInIdentity = z.output<typeof SignInIdentity>;

/** The ways in which the signed-in account can log in. */
export const SignInMethods = z.object({
  password: z.object({
    isSet: z.boolean(),
    /** When it was last used to log in; null if that is not known. */
    lastUsedAt: z.nullable(timestamp),
  }),
  mailedCode: z.object({
    /** Whether the installation sends mails. */
    isAvailable: z.boolean(),
    lastUsedAt: z.nullable(timestamp),
  }),
  passkeys: z.array(Passkey),
  identities: z.array(SignInIdentity),
  /** Whether the user has logged in within the last five minutes, which changes need. */
  isFresh: z.boolean(),
  /** Where a passkey works that is added on this host. */
  passkeyDomain: z.object({
    name: z.string(),
    /** Whether it works on all hosts below the domain as well. */
    isShared: z.boolean(),
  }),
});
export type SignInMethods = z.output<typeof SignInMethods>;

export const signInMethodsApi = {
  list: endpoint({
    operationId: "readSignInMethods",
    method: "GET",
    path: "/api/user/sign-in-methods",
    summary: "The ways in which the signed-in account can log in, each with its last use.",
    response: SignInMethods,
    status: 200,
  }),
  removePassword: endpoint({
    operationId: "removePassword",
    method: "DELETE",
    path: "/api/user/password",
    withoutInvalidation: true,
    summary:
      "Removes the signed-in account's password. It needs a login within the last five minutes, and another way in that remains.",
    response: z.undefined(),
    status: 204,
    errors: {
      403: [FRESH_SIGN_IN_FIRST],
      409: ["This is the only way into your account"],
    },
  }),
  removeIdentity: endpoint({
    operationId: "removeIdentity",
    method: "DELETE",
    path: "/api/user/identities/:id",
    withoutInvalidation: true,
    summary:
      "Disconnects the signed-in account from an account at a provider. It needs a login within the last five minutes, and another way in that remains.",
    params: z.object({ id: idParam }),
    response: z.undefined(),
    status: 204,
    notFound: "Provider not found",
    errors: {
      403: [FRESH_SIGN_IN_FIRST],
      409: ["This is the only way into your account"],
    },
  }),
} as const;

export const signInMethodsExamples: ExamplesOf<typeof signInMethodsApi> = {
  readSignInMethods: {
    response: {
      password: { isSet: true, lastUsedAt: "2026-03-05T08:00:00.000Z" },
      mailedCode: { isAvailable: true, lastUsedAt: null },
      passkeys: [],
      identities: [
        {
          id: 8,
          provider: "google",
          name: "Google",
          label: exampleUser.username,
          worksHere: true,
          lastUsedAt: "2026-03-04T08:00:00.000Z",
        },
      ],
      isFresh: true,
      passkeyDomain: { name: "hearback.example", isShared: true },
    },
  },
  removePassword: {},
  removeIdentity: { params: { id: 8 } },
};
