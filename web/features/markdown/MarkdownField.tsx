import type { ComponentProps } from "react";
import { useRef, useState } from "react";
import type { MarkdownVariant } from "#contract/markdown/parseMarkdown.ts";
import { cn } from "#web/ui/cn.ts";
import { idlePart } from "#web/ui/lazyComponent.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { Markdown } from "./Markdown.tsx";
import type { MarkdownToolsProps } from "./MarkdownTools.tsx";

interface MarkdownFieldProps extends ComponentProps<typeof TextArea> {
  variant?: MarkdownVariant;
  /** Whether the text can be previewed. False where a preview is beside the field. */
  hasPreview?: boolean;
  /** Whether pictures can be added. */
  takesPictures?: boolean;
  /** Whether teammates can be mentioned. */
  mentions?: boolean;
  /** Called with whether a picture is being uploaded. */
  onUploading?: (isUploading: boolean) => void;
}

const MarkdownTools = idlePart<MarkdownToolsProps>(
  async () => (await import("./MarkdownTools.tsx")).MarkdownTools,
);

/**
 * A `TextArea` for Markdown. The toolbar, the keys and the upload of pictures are loaded when the
 * browser is idle; their room is there from the start, except without JavaScript.
 */
export function MarkdownField({
  variant = "text",
  hasPreview = true,
  takesPictures = true,
  mentions = false,
  onUploading,
  className,
  ref,
  ...props
}: MarkdownFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [previewed, setPreviewed] = useState<string | null>(null);
  // An invalid text is shown, so that it can get the focus.
  const isPreviewed = previewed !== null && !props["aria-invalid"];
  return (
    <div className={cn("field-box relative", className)}>
      {isPreviewed ? (
        <section aria-label="Preview" className="max-h-[60vh] overflow-y-auto px-3 py-2">
          {previewed.trim() === "" ? (
            <p className="text-muted">Nothing to preview yet</p>
          ) : (
            <Markdown variant={variant} className="leading-6">
              {previewed}
            </Markdown>
          )}
        </section>
      ) : null}
      <TextArea
        isInBox
        hidden={isPreviewed}
        ref={(element) => {
          area.current = element;
          if (typeof ref === "function") return ref(element);
          if (ref) ref.current = element;
          return undefined;
        }}
        {...props}
      />
      <div className="min-h-10 noscript:hidden">
        <MarkdownTools
          area={area}
          isPreviewed={isPreviewed}
          onPreview={
            hasPreview
              ? (isOn) => setPreviewed(isOn ? (area.current?.value ?? "") : null)
              : undefined
          }
          takesPictures={takesPictures}
          mentions={mentions}
          onUploading={onUploading}
        />
      </div>
    </div>
  );
}
