import type { FollowLevel } from "#contract/followLevels.ts";

interface Item {
  readonly author: number | null;
  readonly voters: Set<number>;
  readonly levels: Map<number, FollowLevel>;
  readonly comments: Set<number>;
  readonly notes: Set<number>;
  /** The item of which this item is a part. */
  target: number | null;
  /** The item into which this item was merged itself. It can be merged into the target. */
  parent: number | null;
}

const PRECEDENCE: readonly FollowLevel[] = ["off", "all", "status"];

/**
 * A simple model of merged items. Each item stores its own votes, comments and follow levels. A
 * target shows its own votes, comments and levels and those of the items that are merged into it.
 */
export class MergeModel {
  readonly #items = new Map<number, Item>();

  addItem(id: number, author: number | null): void {
    const own = { voters: new Set<number>(), levels: new Map() };
    const written = { comments: new Set<number>(), notes: new Set<number>() };
    this.#items.set(id, { author, ...own, ...written, target: null, parent: null });
  }

  /** Whether the item exists and is not merged. */
  isIndependent(id: number): boolean {
    return this.#items.get(id)?.target === null;
  }

  isMerged(id: number): boolean {
    return (this.#items.get(id)?.target ?? null) !== null;
  }

  /** Merges an item and returns the status of the response. */
  merge(id: number, into: number): number {
    if (!this.#items.has(id) || !this.#items.has(into)) return 404;
    if (id === into || this.isMerged(id) || this.isMerged(into)) return 409;
    for (const part of this.#partsOf(id)) part.target = into;
    this.#own(id).parent = into;
    return 200;
  }

  /**
   * Unmerges an item, with the items that were merged into it before, and returns the status of the
   * response.
   */
  unmerge(id: number): number {
    const item = this.#items.get(id);
    if (!item) return 404;
    if (item.target === null) return 409;
    item.target = null;
    item.parent = null;
    this.#moveChildren(id, id);
    return 200;
  }

  /** Deletes an item. The items that are merged into it become independent. */
  deleteItem(id: number): void {
    for (const [each, { parent }] of this.#items) if (parent === id) this.unmerge(each);
    this.#items.delete(id);
  }

  vote(id: number, person: number): void {
    if (!this.#hasVoted(id, person)) this.#own(id).voters.add(person);
  }

  comment(id: number, person: number, commentId: number): void {
    const item = this.#own(id);
    item.comments.add(commentId);
    if (!item.levels.has(person)) item.levels.set(person, this.#storedLevel(id, person) ?? "all");
  }

  note(id: number, noteId: number): void {
    this.#own(id).notes.add(noteId);
  }

  follow(id: number, person: number, level: FollowLevel): void {
    this.#own(id).levels.set(person, level);
  }

  /** Deletes a comment or a note. */
  deleteComment(commentId: number): void {
    for (const { comments, notes } of this.#items.values()) {
      comments.delete(commentId);
      notes.delete(commentId);
    }
  }

  /** Returns all comments and notes, each with the item at which it is shown. */
  listComments(): { id: number; shownAt: number }[] {
    return [...this.#items].flatMap(([id, { comments, notes, target }]) =>
      [...comments, ...notes].map((comment) => ({ id: comment, shownAt: target ?? id })),
    );
  }

  commentsOf(id: number): number[] {
    return this.#partsOf(id)
      .flatMap(({ comments }) => Array.from(comments))
      .toSorted((a, b) => a - b);
  }

  notesOf(id: number): number[] {
    return this.#partsOf(id)
      .flatMap(({ notes }) => Array.from(notes))
      .toSorted((a, b) => a - b);
  }

  /** Returns what a person sees of an item that is not merged. */
  view(id: number, person: number): object {
    const hasVoted = this.#hasVoted(id, person);
    const isAuthor = this.#own(id).author === person;
    const byDefault = isAuthor ? "all" : hasVoted ? "status" : null;
    return {
      votes: new Set(this.#partsOf(id).flatMap(({ voters }) => Array.from(voters))).size,
      hasVoted,
      follow: this.#storedLevel(id, person) ?? byDefault,
      commentsCount: this.commentsOf(id).length,
    };
  }

  #own(id: number): Item {
    const item = this.#items.get(id);
    if (!item) throw new Error(`The model has no item ${String(id)}`);
    return item;
  }

  /** Makes the items that were merged into an item, and items merged into these, part of a target. */
  #moveChildren(id: number, target: number): void {
    for (const [each, item] of this.#items) {
      if (item.parent !== id) continue;
      item.target = target;
      this.#moveChildren(each, target);
    }
  }

  /** Returns the item and the items that are merged into it. */
  #partsOf(id: number): Item[] {
    return [this.#own(id), ...[...this.#items.values()].filter(({ target }) => target === id)];
  }

  #hasVoted(id: number, person: number): boolean {
    return this.#partsOf(id).some(({ voters }) => voters.has(person));
  }

  /**
   * Returns the follow level that a person has chosen at the item. Without such a level, the
   * person's levels at the items that are merged into it count: `off` has precedence, then the
   * strongest level. The author of a merged item without a chosen level has the level `all` at that
   * item. The author of the item itself gets no level from merged items.
   */
  #storedLevel(id: number, person: number): FollowLevel | undefined {
    const [item, ...sources] = this.#partsOf(id);
    const own = item?.levels.get(person);
    if (own !== undefined || item?.author === person) return own;
    const levels = sources.map(
      ({ levels: chosen, author }) => chosen.get(person) ?? (author === person ? "all" : undefined),
    );
    return PRECEDENCE.find((level) => levels.includes(level));
  }
}
