import type { CompanySignOn, EmailDomain } from "#contract/companySignOn.ts";
import type { ApplicationSignIn } from "#contract/signedTokens.ts";
import { AppWindow, AtSign, Building2, ShieldCheck } from "#web/ui/adminIcons.ts";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { countLabel } from "#web/ui/countLabel.ts";

/** The overview of all ways. Each way has a screen below this path. */
export const SIGN_ON_PATH = "/company/settings/sign-on";

/** What a company's admins set up, by the last part of the screen's path, in the order of set-up. */
export const SIGN_ON_WAYS = {
  provider: {
    title: "Your own login",
    text: "The account that people have at work: Keycloak, Entra, Okta, Google, Auth0 or another OpenID Connect provider.",
    icon: Building2,
  },
  domains: {
    title: "E-mail domains",
    text: "Addresses of a domain that you have proved count as confirmed.",
    icon: AtSign,
  },
  tokens: {
    title: "Signed tokens",
    text: "Your own application logs its users in, so that they need no second account.",
    icon: AppWindow,
  },
  "only-way": {
    title: "Only this way",
    text: "Everybody of your company uses your own login, and no other way.",
    icon: ShieldCheck,
  },
} as const;
export type SignOnWay = keyof typeof SIGN_ON_WAYS;

/** Whether a way is on, in words, and in a few more of them what is set up. */
export interface WayState {
  readonly tone: BadgeTone;
  readonly label: string;
  /** Null as long as there is nothing to say. */
  readonly detail: string | null;
}

const NOT_SET_UP: WayState = { tone: "neutral", label: "Not set up", detail: null };

const onOrOff = (isOn: boolean, detail: string): WayState => ({
  tone: isOn ? "green" : "neutral",
  label: isOn ? "On" : "Off",
  detail,
});

const problem = (label: string, detail: string): WayState => ({ tone: "danger", label, detail });

export function providerState({ provider }: CompanySignOn): WayState {
  if (!provider) return NOT_SET_UP;
  const { name, issuer, hasSecret, isOn } = provider;
  const detail = `${name} · ${URL.canParse(issuer) ? new URL(issuer).host : issuer}`;
  return hasSecret ? onOrOff(isOn, detail) : problem("Secret missing", detail);
}

/** Says how far the least finished domain is. */
export function domainsState({ domains }: CompanySignOn): WayState {
  if (domains.length === 0) return NOT_SET_UP;
  const detail = domains.map(({ domain }) => domain).join(", ");
  const count = (wanted: EmailDomain["state"]) =>
    domains.filter(({ state }) => state === wanted).length;
  if (count("failing") > 0) return problem(`${String(count("failing"))} failing`, detail);
  if (count("pending") > 0)
    return { tone: "amber", label: `${String(count("pending"))} pending`, detail };
  return { tone: "green", label: `${String(count("verified"))} proved`, detail };
}

export function tokensState({ isOn, name, method, secrets }: ApplicationSignIn): WayState {
  if (name === "") return NOT_SET_UP;
  if (method === "keys") return onOrOff(isOn, `${name} · public keys`);
  const usable = secrets.filter(({ isReadable }) => isReadable).length;
  const detail = `${name} · ${countLabel(usable, "secret")}`;
  return isOn && usable === 0 ? problem("No secret", detail) : onOrOff(isOn, detail);
}

export function onlyWayState({ provider }: CompanySignOn): WayState {
  if (!provider?.isOnlyWay) return { tone: "neutral", label: "Off", detail: null };
  const { emergencyAdmin: admin } = provider;
  if (!admin) return problem("No admin for emergencies", provider.name);
  return onOrOff(true, `${provider.name} · for emergencies: ${admin.fullName ?? admin.username}`);
}
