import type { Rolldown } from "vite";

/**
 * Patterns that match the files of the public pages: the feedback lists, and the other public
 * pages.
 */
interface PublicPages {
  readonly lists: RegExp;
  readonly others: RegExp;
}

/** The name of the chunk for each kind of module. */
interface Files {
  /** The name for modules that both the feedback lists and other public pages import. */
  readonly all: string;
  /** The name for modules that the feedback lists import, but no other public page. */
  readonly lists: string;
  /** The name for modules that other public pages import, but not the feedback lists. */
  readonly others: string;
  /** The name for modules that no public page imports. */
  readonly notPublic: string;
}

/**
 * Returns a function that names the chunk of a module that several pages share. The name depends on
 * the public pages that import the module statically. Public pages therefore do not load the code
 * of forms and admin screens, and an item's page does not load the code of the filters.
 */
export function sharedChunkName({ lists, others }: PublicPages, files: Files) {
  return (id: string, graph: Rolldown.ChunkingContext): string => {
    const above = new Set([id]);
    // The loop also visits the importers that it adds to the set, up to the pages.
    for (const module of above)
      graph.getModuleInfo(module)?.importers.forEach((importer) => above.add(importer));
    const importers = [...above];
    const isInList = importers.some((module) => lists.test(module));
    const isInOther = importers.some((module) => others.test(module));
    if (isInList) return isInOther ? files.all : files.lists;
    return isInOther ? files.others : files.notPublic;
  };
}
