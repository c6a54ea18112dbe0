import type { Rolldown } from "vite";

/** The pages of visitors: the feedback lists, and the other public pages. */
interface PublicPages {
  readonly lists: RegExp;
  readonly others: RegExp;
}

interface Files {
  /** For modules that lists and other public pages import. */
  readonly all: string;
  /** For modules that only lists import. */
  readonly lists: string;
  /** For modules that only other public pages import. */
  readonly others: string;
  /** For modules that no public page imports. */
  readonly notPublic: string;
}

/**
 * Returns a function that names the chunk of a module that several pages share, by the public pages
 * that import the module statically. Visitors therefore do not load the code of forms and admin
 * screens, and an item's page does not load the code of the filters.
 */
export function sharedChunkName({ lists, others }: PublicPages, files: Files) {
  return (id: string, graph: Rolldown.ChunkingContext): string => {
    const above = new Set([id]);
    // The set grows during iteration, until it reaches the pages.
    for (const module of above)
      graph.getModuleInfo(module)?.importers.forEach((importer) => above.add(importer));
    const importers = [...above];
    const isInList = importers.some((module) => lists.test(module));
    const isInOther = importers.some((module) => others.test(module));
    if (isInList) return isInOther ? files.all : files.lists;
    return isInOther ? files.others : files.notPublic;
  };
}
