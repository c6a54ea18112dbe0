import lighthouse from "lighthouse";

/**
 * Lighthouse's scores of its four categories, from 0 to 100, and the ids of the weighted audits
 * that score less than 0.9 of 1.
 */
export interface Audit {
  readonly scores: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

/**
 * Audits a page with Lighthouse's default phone. Lighthouse loads the page over a fast network and
 * computes how long the load would take over a slow network.
 */
export async function auditPage(url: string, debuggingPort: number): Promise<Audit> {
  const result = await lighthouse(url, { port: debuggingPort, output: "json", logLevel: "error" });
  if (!result) throw new Error(`Lighthouse has nothing to say of ${url}`);
  const { categories, audits } = result.lhr;
  const scores = Object.values(categories).map(({ id, score }) => [
    id,
    Math.round((score ?? 0) * 100),
  ]);
  const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  const faults = weighed.filter((id) => {
    const score = audits[id]?.score;
    return typeof score === "number" && score < 0.9;
  });
  return { scores: Object.fromEntries(scores) as Record<string, number>, faults };
}
