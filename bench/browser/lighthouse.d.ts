/**
 * Types of the parts of Lighthouse that the benchmark uses. The package is installed only for
 * `npm run bench:browser`, so its own types are missing during `npm run check`.
 */
declare module "lighthouse" {
  interface Category {
    id: string;
    /** From 0 to 1. */
    score: number | null;
    auditRefs: { id: string; weight: number }[];
  }
  interface Result {
    lhr: {
      categories: Record<string, Category>;
      audits: Record<string, { score: number | null }>;
    };
  }
  export default function lighthouse(
    url: string,
    flags: { port: number; output: "json"; logLevel: "error" },
  ): Promise<Result | undefined>;
}
