import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { BodyOf } from "#contract/api.ts";
import type { ChangelogEntry, LinkedItem } from "#contract/changelog.ts";
import { ENTRY_CHANGED, ITEM_TAKEN, SLUG_TAKEN } from "#contract/changelog.ts";
import type { ApiError } from "#contract/errors.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { entryQuery } from "./entryQueries.ts";

/** Milliseconds after the last change after which a draft is saved. */
const SAVE_AFTER_MS = 1_000;

/** What the editor changes of an entry. */
export interface EntryValues {
  title: string;
  slug: string;
  version: string;
  body: string;
  /** The address of the cover; null without a cover. */
  coverUrl: string | null;
  coverAlt: string;
  labelIds: number[];
  items: LinkedItem[];
}

type Body = BodyOf<"PATCH /api/changelog/:id">;
type Changes = Omit<Body, "revision">;
export type EntryErrors = Partial<Record<keyof EntryValues, string>>;

const valuesOf = (entry: ChangelogEntry): EntryValues => ({
  title: entry.title,
  slug: entry.slug,
  version: entry.version ?? "",
  body: entry.body,
  coverUrl: entry.coverUrl,
  coverAlt: entry.coverAlt ?? "",
  labelIds: entry.labels.map(({ id }) => id),
  items: entry.items,
});

const revisionOf = ({ editing }: ChangelogEntry) => editing?.revision ?? 0;

/** Returns the changed fields as the API takes them. */
function changesOf(values: EntryValues, saved: EntryValues): Changes {
  const idsOf = ({ items }: EntryValues) => items.map(({ id }) => id);
  const isSame = (one: readonly number[], other: readonly number[]) => one.join() === other.join();
  return {
    ...(values.title !== saved.title && { title: values.title }),
    ...(values.slug !== saved.slug && { slug: values.slug }),
    ...(values.version !== saved.version && { version: values.version }),
    ...(values.body !== saved.body && { body: values.body }),
    ...(values.coverUrl !== saved.coverUrl && { coverUrl: values.coverUrl }),
    ...(values.coverAlt !== saved.coverAlt && { coverAlt: values.coverAlt }),
    ...(!isSame(values.labelIds, saved.labelIds) && { labelIds: values.labelIds }),
    ...(!isSame(idsOf(values), idsOf(saved)) && { itemIds: idsOf(values) }),
  };
}

const hasChanges = (changes: Changes) => Object.keys(changes).length > 0;

/**
 * Returns which fields the editor has saved, as they were typed, and which fields somebody else has
 * saved before. The server stores texts without spaces at their ends, for example.
 */
function savedFields(base: ChangelogEntry, saved: ChangelogEntry, body: Body) {
  const { itemIds, revision: _, ...sent } = body;
  const typed: Partial<EntryValues> = {
    ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
    ...(itemIds && { items: saved.items }),
  };
  const before = valuesOf(base);
  const theirs = Object.fromEntries(
    Object.entries(valuesOf(saved)).filter(
      ([name, value]) =>
        !(name in typed) &&
        JSON.stringify(value) !== JSON.stringify(before[name as keyof EntryValues]),
    ),
  ) as Partial<EntryValues>;
  return { typed, theirs };
}

/** How what was typed relates to what is stored. */
export type SaveState = "saved" | "unsaved" | "saving" | "refused" | "failed" | "conflict";

/** Why the last save was refused, and the messages of the fields. */
interface Refusal {
  readonly problem: "refused" | "failed" | "conflict" | null;
  readonly errors: EntryErrors;
}

const NOT_REFUSED: Refusal = { problem: null, errors: {} };

/** A change of the text may be what a save needs, but does not end a conflict. */
const withoutProblem = (refusal: Refusal): Refusal =>
  refusal.problem === "conflict" ? refusal : { ...refusal, problem: null };

/**
 * Manages what an admin types into an entry. Drafts and scheduled entries are saved a second after
 * the last change. A published entry is saved by `save`, because each save is public at once. If
 * another admin has saved the entry meanwhile, nothing is saved until `takeTheirs` or `keepMine`.
 * @param entry the entry as it is stored, which changes when anybody saves it
 */
export function useEntryDraft(entry: ChangelogEntry) {
  const client = useQueryClient();
  const [base, setBase] = useState(entry);
  const [values, setValues] = useState(() => valuesOf(entry));
  // What the server has stored, as it was typed.
  const [stored, setStored] = useState(values);
  const [{ problem, errors }, setRefusal] = useState<Refusal>(NOT_REFUSED);
  const uploading = useUploading();
  const changes = changesOf(values, stored);
  const isDirty = hasChanges(changes);
  const { mutate, isPending } = useApiMutation("PATCH /api/changelog/:id", {
    scope: `changelog entry ${String(entry.id)}`,
    errorFallback: "Failed to save entry",
    isShown: () => true,
    onSuccess: (saved) => {
      client.setQueryData(entryQuery(saved.id).queryKey, saved);
      void client.invalidateQueries({ queryKey: ["/api/changelog"] });
    },
    onSuccessMounted: (saved, { body }) => {
      const { typed, theirs } = savedFields(base, saved, body);
      setBase(saved);
      setStored((current) => ({ ...current, ...typed, ...theirs }));
      setValues((current) => ({ ...current, ...theirs }));
    },
    onError: (error) => {
      setRefusal({ problem: problemOf(error), errors: errorsOf(error) });
      if (error.status === 409) void client.invalidateQueries(entryQuery(entry.id));
    },
  });
  const send = (revision: number) => {
    setRefusal(NOT_REFUSED);
    mutate({ params: { id: entry.id }, body: { ...changes, revision } });
  };
  const takeTheirs = () => {
    setBase(entry);
    setStored(valuesOf(entry));
    setValues(valuesOf(entry));
    setRefusal(NOT_REFUSED);
  };
  const isOutdated = revisionOf(entry) > revisionOf(base) && !isPending;
  if (isOutdated && !isDirty) takeTheirs();
  const isConflict = problem === "conflict" || (isOutdated && isDirty && isOthers(entry, base));
  const waits = isDirty && !uploading.isUploading && !isPending && problem === null && !isConflict;
  useAutosave(entry.state !== "published" && waits, values, () => send(revisionOf(entry)));
  useUnsavedChanges(isDirty);
  return {
    values,
    errors,
    isDirty,
    ...uploading,
    state: stateOf({ isDirty, isPending, problem, isConflict }),
    change: (changed: Partial<EntryValues>) => {
      setValues((current) => ({ ...current, ...changed }));
      setRefusal(withoutProblem);
    },
    save: () => send(revisionOf(entry)),
    takeTheirs,
    keepMine: () => send(revisionOf(entry)),
  };
}

export type EntryDraft = ReturnType<typeof useEntryDraft>;

/** Whether a placeholder stands in the text for a picture that is being uploaded. */
function useUploading() {
  const [isUploading, setIsUploading] = useState(false);
  return { isUploading, setIsUploading };
}

/** Whether a save changed more than the state, so that it may contradict what is typed. */
const isOthers = (entry: ChangelogEntry, base: ChangelogEntry) =>
  hasChanges(changesOf(valuesOf(entry), valuesOf(base)));

/** Calls `save` a second after the last change of `values`, while `isOn`. */
function useAutosave(isOn: boolean, values: EntryValues, save: () => void): void {
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => saveNow(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOn, values]);
}

interface Facts {
  isDirty: boolean;
  isPending: boolean;
  problem: Refusal["problem"];
  isConflict: boolean;
}

function stateOf({ isDirty, isPending, problem, isConflict }: Facts): SaveState {
  if (isPending) return "saving";
  if (isConflict) return "conflict";
  if (problem) return problem;
  return isDirty ? "unsaved" : "saved";
}

function problemOf({ status, serverMessage }: ApiError): "refused" | "failed" | "conflict" {
  if (status === 409 && serverMessage === ENTRY_CHANGED) return "conflict";
  return status === 400 || status === 409 ? "refused" : "failed";
}

/** Returns the messages of a refusal by the fields that they are about. */
function errorsOf({ status, serverMessage, fieldErrors }: ApiError): EntryErrors {
  if (status === 409 && serverMessage === SLUG_TAKEN) return { slug: SLUG_TAKEN };
  if (status === 409 && serverMessage === ITEM_TAKEN) return { items: ITEM_TAKEN };
  const first = (field: string) => fieldErrors[field]?.[0];
  const messages = {
    title: first("title"),
    slug: first("slug"),
    version: first("version"),
    body: first("body"),
    coverUrl: first("coverUrl"),
    coverAlt: first("coverAlt"),
    labelIds: first("labelIds"),
    items: first("itemIds"),
  };
  return Object.fromEntries(Object.entries(messages).filter(([, text]) => text !== undefined));
}
