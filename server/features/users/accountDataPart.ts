import type { AccountData } from "#contract/accountData.ts";

/** A row of one section of the download of one's own data. */
export type Part<Section extends keyof AccountData> = AccountData[Section] extends (infer Row)[]
  ? Row
  : NonNullable<AccountData[Section]>;

export interface OfUser {
  userId: number;
}
