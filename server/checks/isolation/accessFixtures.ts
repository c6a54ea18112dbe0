import { randomBytes } from "node:crypto";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { Cast } from "#server/checks/fixtures/viewers.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

/** Two companies with data, and a client per kind of viewer. */
export interface AccessFixtures extends Cast {
  portal: TestPortal;
  company: TestCompany;
  publicBoard: { id: number };
  privateBoard: { id: number };
  otherBoard: { id: number };
  otherPrivateBoard: { id: number };
  words: SecretTexts;
}

/** Random words in the data that only some viewers may read. */
export interface SecretTexts {
  /** The word in Stripe ids, which only super admins may read. */
  provider: string;
  /**
   * The word in private boards and unverified domains of A, which only A's admins and super admins
   * may read.
   */
  adminsOfA: string;
  /** The word in public data of A's portal. No response of another portal may contain this word. */
  ofA: string;
  /** The word in data of B. */
  ofB: string;
}

const newWord = () => randomBytes(16).toString("hex");

/** Creates two companies with public and private boards that contain the random words. */
export async function createAccessFixtures(portal: TestPortal): Promise<AccessFixtures> {
  const words = { provider: newWord(), adminsOfA: newWord(), ofA: newWord(), ofB: newWord() };
  const company = await portal.company(`A ${words.ofA}`);
  const cast = await castOf(portal, company);
  const { other } = cast;
  const setDetails = (id: number, name: string, domain: string) =>
    portal.sql(
      "update company set name = $2, description = $2, stripe_customer_id = $3, custom_domain = $4 where id = $1",
      [id, name, `cus_${words.provider}`, `${domain}.example.com`],
    );
  await setDetails(company.id, `A ${words.ofA}`, words.adminsOfA);
  await setDetails(other.id, `B ${words.ofB}`, words.ofB);
  const [publicBoard, privateBoard, otherBoard, otherPrivateBoard] = await Promise.all([
    portal.board(company, { name: `Public ${words.ofA}` }),
    portal.board(company, { name: `Private ${words.adminsOfA}`, isPrivate: true }),
    portal.board(other, { name: `Other ${words.ofB}` }),
    portal.board(other, { name: `Other private ${words.ofB}`, isPrivate: true }),
  ]);
  const fixtures = {
    ...cast,
    portal,
    company,
    publicBoard,
    privateBoard,
    otherBoard,
    otherPrivateBoard,
    words,
  };
  await Promise.all([
    portal.item(publicBoard, { title: words.ofA }),
    portal.item(privateBoard, { title: words.adminsOfA, description: words.adminsOfA }),
    portal.item(otherBoard, { title: words.ofB, description: words.ofB }),
    portal.category(company, `For A ${words.ofA.slice(0, 16)}`),
    portal.category(other, words.ofB),
  ]);
  return fixtures;
}
