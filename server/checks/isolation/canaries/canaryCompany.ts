import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";

/** A company with rows in every table. */
export interface CanaryCompany {
  company: TestCompany;
  admin: TestUser;
  user: TestUser;
  boards: number[];
  privateBoards: number[];
  slugs: string[];
  items: number[];
  privateItems: number[];
  comments: number[];
  categories: number[];
  /** Ids of pictures that only the company's admins may see. */
  privatePictures: string[];
}
