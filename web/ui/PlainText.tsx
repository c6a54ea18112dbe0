import { linkParts } from "#contract/linkParts.ts";
import { cn } from "./cn.ts";

interface PlainTextProps {
  children: string;
  className?: string;
}

/**
 * Text written by users. Line breaks are preserved, http and https URLs become links, and HTML is
 * escaped. Each paragraph has the direction of its own first letter.
 */
export function PlainText({ children, className }: PlainTextProps) {
  return (
    <div dir="auto" className={cn("whitespace-pre-wrap wrap-anywhere", className)}>
      {linkParts(children).map((part, index) =>
        part.href ? (
          <a
            key={index}
            href={part.href}
            target="_blank"
            rel="noopener nofollow ugc"
            className="text-primary-text underline underline-offset-2"
          >
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </div>
  );
}
