import type { RefObject } from "react";
import { useState } from "react";
import { cn } from "./cn.ts";
import type { FieldControl } from "./Field.tsx";
import { sizeLabel } from "./sizeLabel.ts";
import type { IconComponent } from "./icons.ts";

interface FileDropZoneProps {
  control: FieldControl;
  ref: RefObject<HTMLInputElement | null>;
  icon: IconComponent;
  /** The file types that the file picker offers, as in the attribute `accept`. */
  accept: string;
  /** The file that the user has chosen; null if none is chosen. */
  file: File | null;
  disabled: boolean;
  onChoose: (file: File) => void;
}

/** A file field with a drop zone. The browser's file input covers the whole zone. */
export function FileDropZone({
  control,
  ref,
  icon: Icon,
  accept,
  file,
  disabled,
  onChoose,
}: FileDropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={cn(
        "relative flex min-h-32 flex-col items-center justify-center gap-2 rounded-xl border border-dashed border-control px-4 py-6 text-center transition-colors",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        isOver ? "bg-primary-tint" : "bg-sunken",
        !disabled && !isOver && "hover:bg-hover",
        control["aria-invalid"] && "border-danger-text",
      )}
    >
      <input
        {...control}
        ref={ref}
        type="file"
        accept={accept}
        disabled={disabled}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        onChange={({ target }) => {
          const chosen = target.files?.item(0);
          // Resets the input, so that the same file can be chosen again after an error.
          target.value = "";
          if (chosen) onChoose(chosen);
        }}
      />
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-6 text-muted" />
      {file ? (
        <span className="max-w-full wrap-anywhere">
          <span className="font-medium">{file.name}</span>
          <span className="text-muted"> ({sizeLabel(file.size)})</span>
        </span>
      ) : (
        <span>
          <span className="font-medium underline">Choose a file</span>
          <span className="text-muted"> or drop it here</span>
        </span>
      )}
    </div>
  );
}
