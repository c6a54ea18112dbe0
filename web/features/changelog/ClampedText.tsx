import { useEffect, useRef, useState } from "react";
import { cn } from "#web/ui/cn.ts";
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
  const box = useRef<HTMLDivElement>(null);
  // Until it is known, the room of the button is kept, so that nothing moves.
  const [isCut, setIsCut] = useState(true);
  useEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    setIsCut(scrollHeight > clientHeight);
  }, [children]);
  const isShort = children.length <= SHORT && children.split("\n").length <= 2;
  if (children === "") return null;
  return (
    <div className={className}>
      <div ref={box} className={isShort || isOpen ? undefined : "line-clamp-2"}>
        <PlainText>{children}</PlainText>
      </div>
      {isShort ? null : (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className={cn(
            "mt-1 inline-flex h-6 items-center rounded text-sm font-medium text-primary-text hover:underline noscript:hidden",
            !isCut && !isOpen && "invisible",
          )}
        >
          {isOpen ? "Show less" : "Show more"}
          <span className="sr-only">: {about}</span>
        </button>
      )}
    </div>
  );
}
