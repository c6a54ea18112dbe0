import type { Rolldown } from "vite";

interface Files {
  readonly visitors: string;
  readonly others: string;
}

/**
 * Returns a function that names the chunk of a module that several pages share. The name is
 * `visitors` if one of `publicPages` imports the module statically, otherwise `others`. Visitors
 * therefore do not load the code of forms and admin screens.
 */
export function sharedChunkName(publicPages: RegExp, { visitors, others }: Files) {
  return (id: string, graph: Rolldown.ChunkingContext): string => {
    const above = new Set([id]);
    // The set grows during iteration, until it reaches the pages.
    for (const module of above) {
      if (publicPages.test(module)) return visitors;
      graph.getModuleInfo(module)?.importers.forEach((importer) => above.add(importer));
    }
    return others;
  };
}
