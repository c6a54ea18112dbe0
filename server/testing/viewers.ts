import type { TestCompany, TestUser } from "./factories.ts";
import type { TestPortal, Visitor } from "./testPortal.ts";

/** The viewers of DECISIONS "Who may call what", seen from company A, and two that its rules imply. */
export interface Viewers {
  /** Anonymous on the product's own host. */
  N: Visitor;
  /** Anonymous on A's host. */
  A: Visitor;
  /** User of A on A's host. */
  U: Visitor;
  /** User of A on the product's own host. */
  P: Visitor;
  /** Admin of A on A's host. */
  C: Visitor;
  /** Admin of B on B's own ground, using A's ids. */
  X: Visitor;
  /** Admin of B on A's host: a visitor with an account. */
  V: Visitor;
  /** Super admin on the product's own host, without a company. */
  S: Visitor;
  /** Super admin on A's host. */
  T: Visitor;
  /** Super admin with A as company, on the product's own host. */
  W: Visitor;
}

export type ViewerKey = keyof Viewers;

export interface Cast {
  viewers: Viewers;
  user: TestUser;
  admin: TestUser;
  stranger: TestUser;
  superAdmin: TestUser;
  superOfA: TestUser;
  other: TestCompany;
}

/** Everyone who may come to a company's portal, with a second company for the strangers. */
export async function castOf(portal: TestPortal, company: TestCompany): Promise<Cast> {
  const other = await portal.company();
  const [user, admin, stranger, superAdmin, superOfA] = await Promise.all([
    portal.user("user", company),
    portal.user("company_admin", company),
    portal.user("company_admin", other),
    portal.user("super_admin"),
    portal.user("super_admin", company),
  ]);
  const product = "localhost";
  return {
    user,
    admin,
    stranger,
    superAdmin,
    superOfA,
    other,
    viewers: {
      N: portal.visitor(product),
      A: portal.visitor(company.host),
      U: portal.visitor(company.host, user),
      P: portal.visitor(product, user),
      C: portal.visitor(company.host, admin),
      X: portal.visitor(product, stranger),
      V: portal.visitor(company.host, stranger),
      S: portal.visitor(product, superAdmin),
      T: portal.visitor(company.host, superAdmin),
      W: portal.visitor(product, superOfA),
    },
  };
}
