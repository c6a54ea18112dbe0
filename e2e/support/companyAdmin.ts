import type { Board } from "#contract/boards.ts";
import { boardsApi, proposeSlug } from "#contract/boards.ts";
import type { SignedIn } from "./accounts.ts";
import { newCompany, signIn } from "./accounts.ts";
import { callApi } from "./callApi.ts";
import type { Place } from "./sendRequest.ts";

/** A company that only one test uses. Its admin is signed in on the company's host. */
export interface OwnCompany {
  /** The company's host, without a session. */
  readonly company: Place;
  readonly subdomain: string;
  readonly admin: SignedIn;
  /** The company's admin, signed in on the product host. */
  readonly adminAtProduct: SignedIn;
}

/** Registers a company with boards of these names, in this order. */
export async function ownCompany(...boards: string[]): Promise<OwnCompany> {
  const { company, subdomain, admin: adminAtProduct } = await newCompany();
  const admin = { ...adminAtProduct, ...(await signIn(adminAtProduct, company)) };
  for (const name of boards) await newBoard(admin, { name });
  return { company, subdomain, admin, adminAtProduct };
}

/** Creates a board. */
export async function newBoard(
  by: SignedIn,
  { name, isPrivate }: { name: string; isPrivate?: boolean },
): Promise<Board> {
  const { body } = await callApi(by, boardsApi.create, {
    body: { name, slug: proposeSlug(name), isPrivate },
  });
  return body;
}
