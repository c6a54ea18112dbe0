import type { LiveEvent } from "#contract/events.ts";

/** What changed, as the processes of an installation tell each other. */
export interface Change {
  /** Whose data: a company's, or with null the installation's and so everyone's. */
  readonly companyId: number | null;
  /** Only those who see the company's private boards may learn of it, by whatever trace. */
  readonly isPrivate: boolean;
  /** What open pages are told; none where it is nothing that they show live. */
  readonly events: readonly LiveEvent[];
}

/** Something may have been missed. */
export const EVERYTHING: Change = {
  companyId: null,
  isPrivate: false,
  events: [{ kind: "anything" }],
};
