import boldShapes from "lucide/dist/esm/icons/letter-b.mjs";
import codeShapes from "lucide/dist/esm/icons/code.mjs";
import imageShapes from "lucide/dist/esm/icons/image.mjs";
import italicShapes from "lucide/dist/esm/icons/italic.mjs";
import linkShapes from "lucide/dist/esm/icons/link-2.mjs";
import listShapes from "lucide/dist/esm/icons/list.mjs";
import quoteShapes from "lucide/dist/esm/icons/text-quote.mjs";
import eyeShapes from "lucide/dist/esm/icons/eye.mjs";
import { Toolbar } from "radix-ui";
import type { RefObject } from "react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { PICTURE_TYPES } from "#contract/pictures.ts";
import { cn } from "#web/ui/cn.ts";
import type { IconComponent } from "#web/ui/icons.ts";
import { CircleAlert, createIcon } from "#web/ui/icons.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import type { Format } from "./markdownEdits.ts";
import { applyEdit, formatted, pastedLink, selectedIn } from "./markdownEdits.ts";
import type { MentionsProps } from "./Mentions.tsx";
import type { PictureUploadsProps } from "./PictureUploads.tsx";
import { usePictureUploads } from "./usePictureUploads.ts";

const ImageIcon = createIcon(imageShapes);
const Eye = createIcon(eyeShapes);

interface FormatButton {
  readonly format: Format;
  readonly label: string;
  readonly icon: IconComponent;
  /** The key that formats together with Ctrl or Cmd. */
  readonly key?: string;
}

const FORMATS: readonly FormatButton[] = [
  { format: "strong", label: "Bold", icon: createIcon(boldShapes), key: "b" },
  { format: "emphasis", label: "Italic", icon: createIcon(italicShapes), key: "i" },
  { format: "link", label: "Link", icon: createIcon(linkShapes), key: "k" },
  { format: "list", label: "List", icon: createIcon(listShapes) },
  { format: "quote", label: "Quote", icon: createIcon(quoteShapes) },
  { format: "code", label: "Code", icon: createIcon(codeShapes) },
];

// Loaded for admins only.
const Mentions = lazyPart<MentionsProps>(async () => (await import("./Mentions.tsx")).Mentions);
// Loaded once there is an upload.
const PictureUploads = lazyPart<PictureUploadsProps>(
  async () => (await import("./PictureUploads.tsx")).PictureUploads,
);

export interface MarkdownToolsProps {
  area: RefObject<HTMLTextAreaElement | null>;
  isPreviewed: boolean;
  /** Undefined if the field has no preview. */
  onPreview: ((isOn: boolean) => void) | undefined;
  takesPictures: boolean;
  mentions: boolean;
  onUploading: ((isUploading: boolean) => void) | undefined;
}

/** The toolbar of a Markdown field, its keys, and the pictures that are added to the text. */
export function MarkdownTools(props: MarkdownToolsProps) {
  const { area, isPreviewed, onPreview, takesPictures, mentions, onUploading } = props;
  const pictures = usePictureUploads(area);
  const { isUploading, uploads, finish, setProblem } = pictures;
  useUnsavedChanges(isUploading, "A picture is still being uploaded.");
  const report = useEffectEvent(() => onUploading?.(isUploading));
  useEffect(() => report(), [isUploading]);
  const format = (by: Format) => {
    if (area.current) applyEdit(area.current, formatted(by, selectedIn(area.current)));
  };
  const isDropping = useFieldEvents(area, {
    format,
    addFiles: takesPictures ? pictures.add : undefined,
    submit: (event) => {
      if (isUploading) {
        event.preventDefault();
        event.stopImmediatePropagation();
        setProblem("A picture is still being uploaded. Wait for it, or cancel it.");
        return;
      }
      finish(uploads);
      setProblem(null);
      onPreview?.(false);
    },
  });
  return (
    <>
      <FormatToolbar
        isPreviewed={isPreviewed}
        onPreview={onPreview}
        onFormat={format}
        onAddFiles={takesPictures ? pictures.add : undefined}
      />
      {mentions && !isPreviewed ? <Mentions area={area} /> : null}
      <p aria-live="polite" className="sr-only">
        {pictures.announcement}
      </p>
      {pictures.problem === null ? null : (
        <p role="alert" className="flex items-start gap-1.5 px-3 py-2 text-sm text-danger-text">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-break-word">{pictures.problem}</span>
        </p>
      )}
      {uploads.length > 0 ? <PictureUploads pictures={pictures} /> : null}
      {isDropping ? (
        <p className="pointer-events-none absolute inset-0 grid place-items-center rounded-lg bg-primary-tint text-sm font-medium">
          Drop pictures to add them
        </p>
      ) : null}
    </>
  );
}

interface FormatToolbarProps extends Pick<MarkdownToolsProps, "isPreviewed" | "onPreview"> {
  onFormat: (format: Format) => void;
  onAddFiles: ((files: readonly File[]) => void) | undefined;
}

/** The buttons shrink, so that all fit into one row on phones. */
const BUTTON =
  "flex size-10 min-w-0 items-center justify-center rounded-lg text-muted hover:bg-hover disabled:opacity-50 md:h-8 [&_svg]:size-4";

function FormatToolbar({ isPreviewed, onPreview, onFormat, onAddFiles }: FormatToolbarProps) {
  const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
  return (
    <Toolbar.Root
      aria-label="Formatting"
      className="flex min-h-10 items-center"
      // The field keeps its selection, and phones their keyboard.
      onMouseDown={(event) => event.preventDefault()}
    >
      {FORMATS.map(({ format, label, icon: Icon, key }) => (
        <Toolbar.Button
          key={format}
          disabled={isPreviewed}
          aria-label={label}
          aria-keyshortcuts={key && `${isMac ? "Meta" : "Control"}+${key.toUpperCase()}`}
          title={key ? `${label} (${isMac ? "⌘" : "Ctrl+"}${key.toUpperCase()})` : label}
          className={BUTTON}
          onClick={() => onFormat(format)}
        >
          <Icon aria-hidden="true" />
        </Toolbar.Button>
      ))}
      {onAddFiles ? <PicturesButton disabled={isPreviewed} onAddFiles={onAddFiles} /> : null}
      {onPreview ? (
        <Toolbar.Button
          aria-label="Preview"
          title="Preview"
          aria-pressed={isPreviewed}
          className={cn(BUTTON, "ml-auto", isPreviewed && "bg-primary-tint")}
          onClick={() => onPreview(!isPreviewed)}
        >
          <Eye aria-hidden="true" />
        </Toolbar.Button>
      ) : null}
    </Toolbar.Root>
  );
}

interface PicturesButtonProps {
  disabled: boolean;
  onAddFiles: (files: readonly File[]) => void;
}

function PicturesButton({ disabled, onAddFiles }: PicturesButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Toolbar.Button
        disabled={disabled}
        aria-label="Add pictures"
        title="Add pictures (or paste or drop them)"
        className={BUTTON}
        onClick={() => input.current?.click()}
      >
        <ImageIcon aria-hidden="true" />
      </Toolbar.Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={PICTURE_TYPES}
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={({ target }) => {
          onAddFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}

interface FieldHandlers {
  readonly format: (format: Format) => void;
  /** Undefined if the field takes no pictures. */
  readonly addFiles: ((files: readonly File[]) => void) | undefined;
  readonly submit: (event: SubmitEvent) => void;
}

/** Handles keys, pasting and dropping in the field. Returns whether files are being dragged over it. */
function useFieldEvents(area: RefObject<HTMLTextAreaElement | null>, handlers: FieldHandlers) {
  const [isDropping, setIsDropping] = useState(false);
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const button = FORMATS.find(({ key }) => key === event.key.toLowerCase());
    if (!button) return;
    event.preventDefault();
    handlers.format(button.format);
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const field = area.current;
    const { clipboardData } = event;
    if (!field || !clipboardData) return;
    const text = clipboardData.getData("text/plain");
    // Copied cells of a table are a text and a picture of the text.
    if (text === "" && clipboardData.files.length > 0 && handlers.addFiles) {
      event.preventDefault();
      handlers.addFiles([...clipboardData.files]);
    }
    const edit = pastedLink(selectedIn(field), text);
    if (!edit) return;
    event.preventDefault();
    applyEdit(field, edit);
  });
  const drag = useEffectEvent((event: DragEvent) => {
    if (!handlers.addFiles || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    setIsDropping(event.type === "dragover");
    if (event.type === "drop") handlers.addFiles([...event.dataTransfer.files]);
  });
  const submit = useEffectEvent(handlers.submit);
  useEffect(() => {
    const field = area.current;
    if (!field) return undefined;
    const handled = new AbortController();
    const { signal } = handled;
    field.addEventListener("keydown", (event) => pressKey(event), { signal });
    field.addEventListener("paste", (event) => paste(event), { signal });
    for (const type of ["dragover", "dragleave", "drop"] as const)
      field.addEventListener(type, (event) => drag(event), { signal });
    // Before React's own listener, which is further up.
    field.form?.addEventListener("submit", (event) => submit(event), { signal });
    return () => handled.abort();
  }, [area]);
  return isDropping;
}
