import type { Rolldown } from "vite";

interface Files {
  readonly visitors: string;
  readonly others: string;
}

/**
 * Names the file for a module that several pages share: `visitors` where one of `publicPages` fetches it with itself, else `others`,
 * so that nobody who only reads fetches what forms and consoles are made of.
 */
export function sharedChunkName(publicPages: RegExp, { visitors, others }: Files) {
  return (id: string, graph: Rolldown.ChunkingContext): string => {
    const above = new Set([id]);
    // Grows while it is walked, up to the pages.
    for (const module of above) {
      if (publicPages.test(module)) return visitors;
      graph.getModuleInfo(module)?.importers.forEach((importer) => above.add(importer));
    }
    return others;
  };
}
