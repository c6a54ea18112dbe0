import { lazyPart } from "#web/ui/lazyPart.tsx";

/** `NoCompanyNotice`, whose code most visitors do not need. */
export const NoCompany = lazyPart(
  async () => (await import("./NoCompanyNotice.tsx")).NoCompanyNotice,
);
