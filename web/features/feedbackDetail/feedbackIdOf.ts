/** The item's id in the address; null for what is none, which is then not fetched (SPEC section 5). */
export function feedbackIdOf(param: string | undefined): number | null {
  return param !== undefined && /^[1-9]\d{0,14}$/.test(param) ? Number(param) : null;
}
