import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";
import { SIGN_IN_PROVIDERS } from "./signOn.ts";

export const SignInProvider = z.enum(SIGN_IN_PROVIDERS);
export type SignInProvider = z.output<typeof SignInProvider>;

export const PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = {
  google: "Google",
  microsoft: "Microsoft",
  github: "GitHub",
};

/** A provider with which people log in on all portals of the installation. */
export const SignInProviderSettings = z.object({
  provider: SignInProvider,
  /** Empty if the provider is not set up. */
  clientId: z.string(),
  /** Whether a secret is stored that this installation can read. It is never sent. */
  hasSecret: z.boolean(),
  /** Microsoft only: `common`, `organizations` or the id of one directory. */
  tenant: z.nullable(z.string()),
  isOn: z.boolean(),
});
export type SignInProviderSettings = z.output<typeof SignInProviderSettings>;

export const SignInProviderList = z.object({
  /** The address to which providers send people back. It is registered at each provider. */
  callbackUrl: z.string(),
  providers: z.array(SignInProviderSettings),
});

/** The body of PUT /api/admin/site-settings/sign-in-providers/:provider. */
export const SignInProviderForm = z.object({
  /** Without a client ID, the provider is removed with its secret. */
  clientId: line("Client ID", 0, 200),
  /** If it is omitted or empty, the stored secret stays. */
  secret: z.optional(line("Client secret", 0, 500)),
  /** Microsoft only; `common` if it is omitted or empty. */
  tenant: z.optional(line("Directory", 0, 100)),
  isOn: z.boolean("Must be true or false"),
});

export const signInProvidersApi = {
  list: endpoint({
    operationId: "listSignInProviders",
    method: "GET",
    path: "/api/admin/site-settings/sign-in-providers",
    summary:
      "The installation's sign-in providers, and the address to register at each of them. Secrets are never sent.",
    response: SignInProviderList,
    status: 200,
  }),
  save: endpoint({
    operationId: "saveSignInProvider",
    method: "PUT",
    path: "/api/admin/site-settings/sign-in-providers/:provider",
    summary:
      "Sets a sign-in provider up, turns it on or off, or removes it if the client ID is empty. A client ID and secret that the provider refuses are not saved.",
    params: z.object({ provider: SignInProvider }),
    body: SignInProviderForm,
    response: SignInProviderList,
    status: 200,
    notFound: "There is no such provider",
  }),
} as const;

const exampleProviders: z.output<typeof SignInProviderList> = {
  callbackUrl: "https://hearback.example/auth/provider/callback",
  providers: [
    { provider: "google", clientId: "", hasSecret: false, tenant: null, isOn: false },
    { provider: "microsoft", clientId: "", hasSecret: false, tenant: null, isOn: false },
    {
      provider: "github",
      clientId: "Ov23liQ8Rk2mT5wZ7xYc",
      hasSecret: true,
      tenant: null,
      isOn: true,
    },
  ],
};

export const signInProvidersExamples: ExamplesOf<typeof signInProvidersApi> = {
  listSignInProviders: { response: exampleProviders },
  saveSignInProvider: {
    params: { provider: "github" },
    body: {
      clientId: "Ov23liQ8Rk2mT5wZ7xYc",
      secret: "4f1c0d9a7be2385f6c41a0e97d2b83f5c6a17e90",
      isOn: true,
    },
    response: exampleProviders,
  },
};
