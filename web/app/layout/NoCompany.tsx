import { lazyPart } from "#web/ui/lazyPart.tsx";

/** Loads the code of `NoCompanyNotice` on demand, because most visitors do not need the notice. */
export const NoCompany = lazyPart(
  async () => (await import("./NoCompanyNotice.tsx")).NoCompanyNotice,
);
