import { Lock } from "./icons.ts";

/** A lock before the title of an item that only admins can see. */
export function PrivateMark() {
  return (
    <>
      <Lock aria-hidden="true" className="mr-1.5 inline size-3.5 align-[-0.2em] text-muted" />
      <span className="sr-only">Private: </span>
    </>
  );
}
