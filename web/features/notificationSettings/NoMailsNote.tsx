import type { ReactNode } from "react";

interface NoMailsNoteProps {
  /** Why no mails are sent at present. */
  text: ReactNode;
  /** A button with which the user can get mails again. */
  children?: ReactNode;
}

/** A note that says why no mails are sent to the user at present. */
export function NoMailsNote({ text, children }: NoMailsNoteProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-line bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-56 text-sm">{text}</p>
      {children}
    </div>
  );
}
