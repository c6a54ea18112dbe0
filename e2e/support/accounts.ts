import { randomUUID } from "node:crypto";
import { authApi } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import type { Reply } from "./callApi.ts";
import { callApi } from "./callApi.ts";
import type { Place } from "./sendRequest.ts";

/** Hosts of the demo data (docs/product-decisions.md "Demo data"). */
export const product: Place = { host: "localhost" };
export const acme: Place = { host: "acme.localhost" };

/** The credentials of an account. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/** An account with a session on a host. */
export interface SignedIn extends Place, Account {
  readonly cookie: string;
  readonly fullName: string;
}

const demoAccount = (username: string): Account => ({ username, password: "demo-password" });

export const acmeAdmin = demoAccount("admin@acme.example");
export const acmeCustomer = demoAccount("customer@acme.example");
export const superAdmin = demoAccount("super@example.com");

/** Returns an e-mail address that is unique in this test run. */
export function newEmail(): string {
  return `visitor-${randomUUID().slice(0, 13)}@example.com`;
}

const sessions = new Map<string, Promise<SignedIn>>();

/** Signs in on a host. All tests of a worker share the session, so a test must not end it. */
export function signedIn(account: Account, { host }: Place): Promise<SignedIn> {
  const key = `${account.username} ${host}`;
  const known = sessions.get(key) ?? signIn(account, { host });
  sessions.set(key, known);
  return known;
}

/** Signs in on a host with a new session. */
export async function signIn(account: Account, { host }: Place): Promise<SignedIn> {
  const { username, password } = account;
  const reply = await callApi({ host }, authApi.login, { body: { username, password } });
  return sessionOf(reply, account, host);
}

/** Registers a customer on a company's host. */
export async function newCustomer(
  { host }: Place = acme,
  fullName = "Robin Tester",
): Promise<SignedIn> {
  const account = { username: newEmail(), password: "a long password" };
  const reply = await callApi({ host }, authApi.register, { body: { ...account, fullName } });
  return sessionOf(reply, account, host);
}

/** Registers a company without boards. Its admin is signed in on the product host. */
export async function newCompany(): Promise<{
  company: Place;
  subdomain: string;
  admin: SignedIn;
}> {
  const account = { username: newEmail(), password: "a long password" };
  const subdomain = `e2e-${randomUUID().slice(0, 13)}`;
  const body = { ...account, fullName: "Alex Founder", companyName: "Fresh Company", subdomain };
  const reply = await callApi(product, authApi.register, { body });
  return {
    company: { host: `${subdomain}.localhost` },
    subdomain,
    admin: sessionOf(reply, account, product.host),
  };
}

function sessionOf({ body, headers }: Reply<User>, account: Account, host: string): SignedIn {
  const cookie = headers["set-cookie"]?.[0]?.split(";", 1)[0];
  if (cookie === undefined) throw new Error(`${account.username} got no session`);
  return { ...account, host, cookie, fullName: body.fullName ?? "" };
}
