import { idParam } from "#contract/fields.ts";

/** The item's id in the address; null for what is none, which is then not fetched (SPEC section 5). */
export function feedbackIdOf(param: string | undefined): number | null {
  return idParam.safeParse(param).data ?? null;
}
