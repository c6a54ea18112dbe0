import { useState } from "react";
import { PlainText } from "#web/ui/PlainText.tsx";

interface ClampedTextProps {
  className?: string;
  /** What the text is about, for screen readers. */
  about: string;
  children: string;
}

/** Texts of up to this many characters and two lines are shown whole. */
const SHORT = 120;

/** A description of which two lines are shown, and the rest after a click. */
export function ClampedText({ className, about, children }: ClampedTextProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isShort = children.length <= SHORT && children.split("\n").length <= 2;
  if (children === "") return null;
  return (
    <div className={className}>
      <div className={isShort || isOpen ? undefined : "line-clamp-2"}>
        <PlainText>{children}</PlainText>
      </div>
      {isShort ? null : (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="inline-flex min-h-10 items-center rounded text-sm font-medium text-primary-text hover:underline noscript:hidden"
        >
          {isOpen ? "Show less" : "Show more"}
          <span className="sr-only">: {about}</span>
        </button>
      )}
    </div>
  );
}
