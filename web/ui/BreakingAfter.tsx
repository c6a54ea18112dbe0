import { Fragment } from "react";

interface BreakingAfterProps {
  separator: string;
  text: string;
}

/** An address or another name without spaces, which wraps only after its separators. */
export function BreakingAfter({ separator, text }: BreakingAfterProps) {
  const parts = text.split(separator);
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts can be equal and never move
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 ? separator : null}
      <wbr />
    </Fragment>
  ));
}
