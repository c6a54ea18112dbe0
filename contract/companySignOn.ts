import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST, FRESH_SIGN_IN_FIRST } from "./errors.ts";
import { customDomain, idBody, idParam, line, timestamp } from "./fields.ts";

/** A domain of e-mail addresses that belongs to the company as soon as a TXT record proves it. */
export const EmailDomain = z.object({
  domain: z.string(),
  /** `failing`: it was proved before, and counts for seven days after the last proof. */
  state: z.enum(["pending", "verified", "failing"]),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
  verifiedAt: z.nullable(timestamp),
  checkedAt: z.nullable(timestamp),
  /** Why the last check failed, as a text for users. */
  problem: z.nullable(z.string()),
});
export type EmailDomain = z.output<typeof EmailDomain>;

const Person = z.object({
  id: z.number(),
  username: z.string(),
  fullName: z.nullable(z.string()),
});

/** The company's provider of OpenID Connect. Its secret is never sent back. */
const Provider = z.object({
  /** The name on the button. */
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  /** False if the secret was sealed by another installation, and must be entered again. */
  hasSecret: z.boolean(),
  isOn: z.boolean(),
  nameClaim: z.string(),
  pictureClaim: z.nullable(z.string()),
  /** The claim that makes admins, by the value `adminValue`; null if the provider makes none. */
  adminClaim: z.nullable(z.string()),
  adminValue: z.nullable(z.string()),
  /** Whether logging out here also logs out at the provider. */
  signsOut: z.boolean(),
  /** Whether the provider offers that. */
  offersSignOut: z.boolean(),
  /** Whether the company's people come in only by the provider. */
  isOnlyWay: z.boolean(),
  /** The admin who keeps the other ways; null if nobody is named, or no longer is an admin. */
  emergencyAdmin: z.nullable(Person),
});

/** How the company's people sign on. */
export const CompanySignOn = z.object({
  /** Null as long as no provider is connected. */
  provider: z.nullable(Provider),
  /** The addresses that the provider must know, for each host of the portal. */
  callbackUrls: z.array(z.string()),
  /** The addresses to which the provider may lead after a logout. */
  signedOutUrls: z.array(z.string()),
  domains: z.array(EmailDomain),
});
export type CompanySignOn = z.output<typeof CompanySignOn>;
export type CompanyProvider = NonNullable<CompanySignOn["provider"]>;

export const NO_ISSUER = "Enter an address that begins with https://";

const issuer = z.string(NO_ISSUER).check(
  z.trim(),
  // What is copied is often the address of the discovery document.
  z.overwrite((address) => address.replace(/\/\.well-known\/openid-configuration\/?$/, "")),
  z.maxLength(500, "The issuer must be at most 500 characters"),
  z.regex(/^[^?#]*$/, {
    error: "Enter the issuer, which has no ? and no #. This is the address of a page.",
    abort: true,
  }),
  z.regex(/^https?:\/\/[^\s\\/@?#][^\s\\@?#]*$/i, { error: NO_ISSUER, abort: true }),
  z.url({ protocol: /^https?$/, error: NO_ISSUER }),
);

/** A name of a claim: a word, an address, or a path such as `realm_access.roles`. */
const claim = (name: string) => line(name, 1, 200);

const optionalClaim = (name: string) =>
  z.pipe(
    z.optional(z.nullable(line(name, 0, 200))),
    z.transform((value) => (value === undefined || value === "" ? null : value)),
  );

/** The body of PUT /api/company/sign-on. */
export const ProviderChange = z
  .object({
    name: line("Name", 1, 60),
    issuer,
    clientId: line("Client ID", 1, 300),
    /** Absent or empty to keep the stored one. */
    clientSecret: z.optional(line("Client secret", 0, 1000)),
    isOn: z.boolean("isOn must be true or false"),
    nameClaim: claim("The claim of the name"),
    pictureClaim: optionalClaim("The claim of the picture"),
    adminClaim: optionalClaim("The claim of admins"),
    adminValue: optionalClaim("The value of admins"),
    signsOut: z.boolean("signsOut must be true or false"),
  })
  .check(
    z.refine(({ adminClaim, adminValue }) => adminClaim === null || adminValue !== null, {
      error: "Enter the value that makes somebody an admin",
      path: ["adminValue"],
    }),
  );
export type ProviderChange = z.output<typeof ProviderChange>;

/** The body of PUT /api/company/sign-on/only-way. */
export const OnlyWayChange = z.object({
  /** The admin who keeps the other ways; null turns the other ways on for everyone. */
  emergencyAdminId: z.nullable(idBody),
});

/** Who would be shut out if the provider were the only way in. */
export const ShutOut = z.object({
  /** People who have never come in by the provider, admins first, up to `SHUT_OUT_LIMIT`. */
  people: z.array(z.extend(Person, { isAdmin: z.boolean() })),
  total: z.number(),
  /** The admins with a password, of whom one can be kept for emergencies. */
  emergencyAdmins: z.array(Person),
});
export type ShutOut = z.output<typeof ShutOut>;

/** Where the provider ends its own session after a logout. */
export const SignOutAddress = z.object({ url: z.nullable(z.string()) });

/** The maximum number of people who are named. */
export const SHUT_OUT_LIMIT = 50;

/** The maximum number of people who are counted. */
export const SHUT_OUT_COUNT_LIMIT = 10_000;

/** The maximum number of domains of a company. */
export const EMAIL_DOMAIN_LIMIT = 20;

/** The body of POST /api/company/sign-on/domains. */
export const NewEmailDomain = z.object({
  domain: z
    .pipe(
      customDomain,
      z.transform((value) => value ?? ""),
    )
    .check(z.minLength(1, "Please enter a valid domain")),
});

export const NO_PROVIDER = "Connect a provider first";
export const PROVIDER_IS_OFF = "Turn the provider on first";
export const TOO_MANY_DOMAINS = `A company can have at most ${String(EMAIL_DOMAIN_LIMIT)} domains`;

const forbidden = [CONFIRM_EMAIL_FIRST, FRESH_SIGN_IN_FIRST];
const domainNotFound = "Domain not found";
const domainParams = z.object({
  domain: z.string().check(z.regex(/^[a-z0-9.-]{1,253}$/)),
});

export const companySignOnApi = {
  read: endpoint({
    operationId: "readCompanySignOn",
    method: "GET",
    path: "/api/company/sign-on",
    summary:
      "The company's provider of OpenID Connect, and the domains that the company has proved.",
    response: CompanySignOn,
    status: 200,
  }),
  save: endpoint({
    operationId: "saveProvider",
    method: "PUT",
    path: "/api/company/sign-on",
    summary:
      "Connects the company's provider of OpenID Connect, or changes it. A new issuer is asked for its discovery document first. It needs a login within the last five minutes.",
    body: ProviderChange,
    response: CompanySignOn,
    status: 200,
    errors: { 403: forbidden },
  }),
  remove: endpoint({
    operationId: "removeProvider",
    method: "DELETE",
    path: "/api/company/sign-on",
    summary:
      "Disconnects the provider. Its people log in in other ways from then on. Does nothing if there is none.",
    response: z.undefined(),
    status: 204,
    errors: { 403: forbidden },
  }),
  shutOut: endpoint({
    operationId: "readShutOut",
    method: "GET",
    path: "/api/company/sign-on/shut-out",
    summary:
      "The people who have never come in by the provider, and the admins of whom one can be kept for emergencies.",
    response: ShutOut,
    status: 200,
  }),
  changeOnlyWay: endpoint({
    operationId: "changeOnlyWay",
    method: "PUT",
    path: "/api/company/sign-on/only-way",
    summary:
      "Makes the provider the only way in for the company's people except one admin, or admits all ways again. It needs a login within the last five minutes.",
    body: OnlyWayChange,
    response: CompanySignOn,
    status: 200,
    errors: { 403: forbidden, 409: [NO_PROVIDER, PROVIDER_IS_OFF] },
  }),
  addDomain: endpoint({
    operationId: "addEmailDomain",
    method: "POST",
    path: "/api/company/sign-on/domains",
    summary: "Adds a domain of e-mail addresses. It counts as soon as its TXT record is found.",
    body: NewEmailDomain,
    response: CompanySignOn,
    status: 201,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [TOO_MANY_DOMAINS] },
    withoutInvalidation: true,
  }),
  checkDomain: endpoint({
    operationId: "checkEmailDomain",
    method: "POST",
    path: "/api/company/sign-on/domains/:domain/check",
    summary: "Looks the TXT record of a domain up now.",
    params: domainParams,
    response: CompanySignOn,
    status: 200,
    notFound: domainNotFound,
    withoutInvalidation: true,
  }),
  removeDomain: endpoint({
    operationId: "removeEmailDomain",
    method: "DELETE",
    path: "/api/company/sign-on/domains/:domain",
    summary: "Removes a domain. Its addresses are then confirmed by mail or by the provider.",
    params: domainParams,
    response: z.undefined(),
    status: 204,
    notFound: domainNotFound,
    withoutInvalidation: true,
  }),
  signOutAddress: endpoint({
    operationId: "readSignOutAddress",
    method: "GET",
    path: "/api/company/sign-on/sign-out",
    summary:
      "The address where the provider ends its own session after a logout; null if the signed-in user did not come in by the company's provider, or it offers no logout.",
    response: SignOutAddress,
    status: 200,
  }),
  unlink: endpoint({
    operationId: "unlinkPerson",
    method: "DELETE",
    path: "/api/company/sign-on/people/:id",
    summary:
      "Removes the link between an account and the provider, for example after the provider has changed its ids. The next sign-in with the account's address links them anew.",
    params: z.object({ id: idParam }),
    response: z.undefined(),
    status: 204,
    notFound: "User not found",
    withoutInvalidation: true,
  }),
} as const;

const exampleSignOn: CompanySignOn = {
  provider: {
    name: "Acme Login",
    issuer: "https://login.acme.example/realms/acme",
    clientId: "hearback",
    hasSecret: true,
    isOn: true,
    nameClaim: "name",
    pictureClaim: "picture",
    adminClaim: "groups",
    adminValue: "feedback-admins",
    signsOut: true,
    offersSignOut: true,
    isOnlyWay: false,
    emergencyAdmin: null,
  },
  callbackUrls: [
    "https://acme.hearback.example/auth/oidc/callback",
    "https://feedback.acme.example/auth/oidc/callback",
  ],
  signedOutUrls: ["https://acme.hearback.example/", "https://feedback.acme.example/"],
  domains: [
    {
      domain: "acme.example",
      state: "verified",
      record: {
        name: "_hearback.acme.example",
        value: "hearback-domain=6f1d2c3b4a5968778695a4b3c2d1e0ff",
      },
      verifiedAt: "2026-05-06T03:00:00.000Z",
      checkedAt: "2026-05-06T03:00:00.000Z",
      problem: null,
    },
  ],
};

const exampleDomain = { domain: "acme.example" };

export const companySignOnExamples: ExamplesOf<typeof companySignOnApi> = {
  readCompanySignOn: { response: exampleSignOn },
  saveProvider: {
    body: {
      name: "Acme Login",
      issuer: "https://login.acme.example/realms/acme",
      clientId: "hearback",
      clientSecret: "0fbc8d3a6b7e4c21",
      isOn: true,
      nameClaim: "name",
      pictureClaim: "picture",
      adminClaim: "groups",
      adminValue: "feedback-admins",
      signsOut: true,
    },
    response: exampleSignOn,
  },
  removeProvider: {},
  readShutOut: {
    response: {
      people: [{ id: 7, username: "grace@acme.example", fullName: "Grace Hopper", isAdmin: true }],
      total: 1,
      emergencyAdmins: [{ id: 2, username: "ada@acme.example", fullName: "Ada Lovelace" }],
    },
  },
  changeOnlyWay: { body: { emergencyAdminId: 2 }, response: exampleSignOn },
  addEmailDomain: { body: exampleDomain, response: exampleSignOn },
  checkEmailDomain: { params: exampleDomain, response: exampleSignOn },
  removeEmailDomain: { params: exampleDomain },
  readSignOutAddress: {
    response: {
      url: "https://login.acme.example/realms/acme/logout?client_id=hearback&post_logout_redirect_uri=https%3A%2F%2Facme.hearback.example%2F",
    },
  },
  unlinkPerson: { params: { id: 7 } },
};
