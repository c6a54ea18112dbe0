import type { RefObject } from "react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { MAX_PICTURES, picturesOf } from "#contract/pictures.ts";
import { isApiError } from "#web/app/api/call.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { picturesAmong, uploadPicture } from "#web/app/api/uploadPicture.ts";
import { addedLines, applyEdit, replaceInField, selectedIn } from "./markdownEdits.ts";

/** A picture that is being uploaded, was uploaded or could not be uploaded. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  /** What stands for the picture in the text. */
  readonly source: string;
  /** What the picture shows, for those who do not see it. */
  readonly alt: string;
  readonly percent: number;
  /** The address; null until the picture is uploaded. */
  readonly url: string | null;
  readonly error: string | null;
}

/** What stands for a picture that is being uploaded. A draft may still contain it after a reload. */
const PLACEHOLDER = /!\[Uploading [^\]\n]*…\]\(\)\n?/g;

const MEGABYTE = 1024 * 1024;

/** The maximum size of a picture in megabytes, unless `maxUploadSize` is lower. */
const MAX_MEGABYTES = 5;

let lastId = 0;

type Area = RefObject<HTMLTextAreaElement | null>;

const isPending = ({ url, error }: Upload) => url === null && error === null;

/**
 * Uploads pictures for the text of a field. A placeholder stands in the text at once. Cancelling and
 * errors remove only the placeholder; a picture whose placeholder the user has deleted is not added.
 */
export function usePictureUploads(area: Area) {
  const limit = Math.min(MAX_MEGABYTES, usePortal().site.maxUploadSize);
  const isSignedIn = useCurrentUser() !== null;
  const list = useUploadList();
  const { uploads, change, drop, setProblem } = list;
  const { send, cancel } = useSending(area, list);
  const add = (files: readonly File[]) => {
    const field = area.current;
    const pictures = picturesAmong(files);
    if (!field || files.length === 0) return;
    const pending = uploads.filter(isPending);
    const count = picturesOf(field.value).length + pending.length + pictures.length;
    const found = problemOf(files, pictures, { isSignedIn, limit, count });
    setProblem(found);
    if (found !== null) return;
    const started: Upload[] = [];
    const sources = () => started.map(({ source }) => source);
    for (const file of pictures)
      started.push(startedUpload(file, field.value + sources().join("")));
    applyEdit(field, addedLines(selectedIn(field), sources()));
    list.append(started);
    for (const upload of started) void send(upload);
  };
  const write = ({ id, url, source, alt }: Upload) => {
    if (url === null || !area.current) return;
    const described = pictureSource(alt, url);
    if (described !== source && replaceInField(area.current, source, described))
      change(id, { source: described });
  };
  const removeOld = useEffectEvent(() => {
    for (const [source] of area.current?.value.matchAll(PLACEHOLDER) ?? [])
      if (area.current) replaceInField(area.current, source, "");
  });
  useEffect(() => removeOld(), []);
  return {
    uploads,
    problem: list.problem,
    setProblem,
    announcement: list.announcement,
    isUploading: uploads.some(isPending),
    add,
    cancel,
    retry: ({ id, file }: Upload) => {
      drop(id);
      add([file]);
    },
    describe: (id: number, alt: string) => change(id, { alt }),
    /** Writes the description into the text once the picture stands there. */
    write,
    /** Writes the descriptions into the text, and forgets the uploads that have ended. */
    finish: (ended: readonly Upload[]) => {
      for (const upload of ended) {
        write(upload);
        drop(upload.id);
      }
    },
  };
}

function useUploadList() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  return {
    uploads,
    problem,
    setProblem,
    /** What screen readers say. */
    announcement,
    setAnnouncement,
    append: (started: readonly Upload[]) => {
      setUploads((all) => [...all, ...started]);
      setAnnouncement(`Uploading ${started.map(({ file }) => file.name).join(", ")}`);
    },
    change: (id: number, changed: Partial<Upload>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one))),
    drop: (id: number) => setUploads((all) => all.filter((one) => one.id !== id)),
  };
}

/** Returns functions that send a picture and cancel this. Leaving the field cancels all. */
function useSending(
  area: Area,
  { change, drop, setProblem, setAnnouncement }: ReturnType<typeof useUploadList>,
) {
  const controllers = useRef(new Map<number, AbortController>());
  const isComposed = useComposition(area);
  const replace = async (part: string, text: string) => {
    await isComposed();
    return area.current !== null && replaceInField(area.current, part, text);
  };
  const send = async ({ id, file, source, alt }: Upload) => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    const { signal } = controller;
    try {
      const onProgress = (percent: number) => change(id, { percent });
      const { url } = await uploadPicture(file, { onProgress, signal });
      const added = pictureSource(alt, url);
      if (await replace(source, added)) {
        change(id, { url, source: added });
        setAnnouncement(`${file.name} is added`);
      } else drop(id);
    } catch (error) {
      const isCancelled = error instanceof Error && error.name === "AbortError";
      await removePlaceholder(source, replace);
      if (isCancelled) drop(id);
      else change(id, { error: wordsFor(error) });
      setAnnouncement(isCancelled ? `The upload of ${file.name} is cancelled` : "");
    } finally {
      controllers.current.delete(id);
      setProblem(null);
    }
  };
  const leave = useEffectEvent(() => {
    for (const controller of controllers.current.values()) controller.abort();
  });
  useEffect(() => () => leave(), []);
  return { send, cancel: (id: number) => controllers.current.get(id)?.abort() };
}

/** Returns a function that waits until a word of an input method is complete. */
function useComposition(area: Area) {
  const composing = useRef(false);
  useEffect(() => {
    const field = area.current;
    if (!field) return undefined;
    const handled = new AbortController();
    const { signal } = handled;
    field.addEventListener("compositionstart", () => (composing.current = true), { signal });
    field.addEventListener("compositionend", () => (composing.current = false), { signal });
    return () => handled.abort();
  }, [area]);
  return async () => {
    const field = area.current;
    if (!composing.current || !field) return;
    await new Promise((resolve) => {
      field.addEventListener("compositionend", resolve, { once: true });
    });
  };
}

/** @param text what contains the placeholders of other uploads */
function startedUpload(file: File, text: string): Upload {
  lastId += 1;
  const name = file.name.replaceAll(/[[\]\\\n]/g, " ");
  const plain = `![Uploading ${name}…]()`;
  return {
    id: lastId,
    file,
    source: text.includes(plain) ? `![Uploading ${name} (${String(lastId)})…]()` : plain,
    alt: altFrom(file.name),
    percent: 0,
    url: null,
    error: null,
  };
}

/** Returns the words of a file's name. Browsers call every pasted picture "image". */
function altFrom(name: string): string {
  const words = name
    .replace(/\.[a-z]+$/i, "")
    .replaceAll(/[-_\s]+/g, " ")
    .trim();
  return words === "image" ? "" : words;
}

const pictureSource = (alt: string, url: string) =>
  `![${alt
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/[\\[\]*_~\x60]/g, String.raw`\$&`)}](${url})`;

/** Removes a placeholder with its line break. */
async function removePlaceholder(
  source: string,
  replace: (part: string, text: string) => Promise<boolean>,
): Promise<void> {
  if (!(await replace(`${source}\n`, ""))) await replace(source, "");
}

interface Limits {
  readonly isSignedIn: boolean;
  /** The maximum size in megabytes. */
  readonly limit: number;
  /** The number of pictures that the text would have. */
  readonly count: number;
}

/** Returns why the files cannot be added; null if they can. */
function problemOf(
  files: readonly File[],
  pictures: readonly File[],
  { isSignedIn, limit, count }: Limits,
): string | null {
  if (!isSignedIn) return "Log in to add pictures.";
  const other = files.find((file) => !pictures.includes(file));
  if (other) return `${other.name} is not a PNG, JPEG, WebP or GIF picture.`;
  const large = pictures.find(({ size }) => size > limit * MEGABYTE);
  if (large) return `${large.name} is larger than ${String(limit)} MB.`;
  if (count > MAX_PICTURES) return `A text can have ${String(MAX_PICTURES)} pictures.`;
  return null;
}

function wordsFor(error: unknown): string {
  const refusal = isApiError(error) ? error : null;
  return (
    refusal?.fieldErrors["file"]?.[0] ??
    refusal?.serverMessage ??
    "The picture could not be uploaded. Check your connection."
  );
}
