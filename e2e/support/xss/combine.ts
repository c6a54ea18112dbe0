/** Combines each element of the first list with each element of the second list. */
export function combine<A, B>(
  first: readonly A[],
  second: readonly B[],
  make: (a: A, b: B) => string,
): string[] {
  return first.flatMap((a) => second.map((b) => make(a, b)));
}
