import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/**
 * Why a sign-in with an identity that others prove ended. Each has its text in
 * `server/features/auth/refusedSignOn.ts`.
 */
export const REFUSED_REASONS = [
  "expired",
  "off",
  "signUpClosed",
  "noAccount",
  "addressNotProved",
  "otherPortal",
  "superAdmin",
  "deactivated",
  "alreadyConnected",
  "notFresh",
  "otherAccount",
  "tokenExpired",
  "tokenRefused",
  "providerDown",
  "providerDenied",
  "providerSettings",
  "providerAnswer",
  "customDomain",
] as const;
export type RefusedReason = (typeof REFUSED_REASONS)[number];

/** The providers that an installation can offer on all its portals. */
export const SIGN_IN_PROVIDERS = ["google", "microsoft", "github"] as const;

/** The ways to log in with the identity that people have elsewhere. */
export const SignOnWays = z.object({
  /** The company's own provider; null without one. */
  company: z.nullable(
    z.object({
      name: z.string(),
      /** Whether the company's people can log in only there. */
      isOnlyWay: z.boolean(),
    }),
  ),
  /** The installation's providers. */
  providers: z.array(z.enum(SIGN_IN_PROVIDERS)),
  /** The company's own application; null without one that has a page to log in. */
  application: z.nullable(z.object({ name: z.string() })),
});
export type SignOnWays = z.output<typeof SignOnWays>;

export const signOnApi = {
  ways: endpoint({
    operationId: "readSignOnWays",
    method: "GET",
    path: "/api/sign-on/ways",
    summary:
      "The ways to log in on this host with an identity from elsewhere. They start at `/auth/oidc/company`, `/auth/oidc/{provider}` and `/auth/application`, each with `to`, the path to open afterwards.",
    response: SignOnWays,
    status: 200,
  }),
} as const;

export const signOnExamples: ExamplesOf<typeof signOnApi> = {
  readSignOnWays: {
    response: {
      company: { name: "Acme", isOnlyWay: false },
      providers: ["google"],
      application: null,
    },
  },
};
