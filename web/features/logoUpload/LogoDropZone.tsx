import { ImageUp } from "#web/ui/adminIcons.ts";
import type { RefObject } from "react";
import { useState } from "react";
import { cn } from "#web/ui/cn.ts";
import type { FieldControl } from "#web/ui/Field.tsx";
import { LOGO_TYPES } from "./checkLogoFile.ts";

interface LogoDropZoneProps {
  control: FieldControl;
  ref: RefObject<HTMLInputElement | null>;
  /** The file that the user has chosen; null if none is chosen. */
  file: File | null;
  disabled: boolean;
  onChoose: (file: File) => void;
}

/** A file field with a drop zone. The browser's file input covers the whole zone. */
export function LogoDropZone({ control, ref, file, disabled, onChoose }: LogoDropZoneProps) {
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
        accept={LOGO_TYPES}
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
      <ImageUp aria-hidden="true" strokeWidth={1.75} className="size-6 text-muted" />
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

function sizeLabel(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1000
    ? `${String(Math.ceil(kilobytes))} kB`
    : `${(kilobytes / 1024).toFixed(1)} MB`;
}
