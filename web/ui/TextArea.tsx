import { useEffect, useRef } from "react";
import type { ComponentProps, KeyboardEvent, Ref } from "react";
import { cn } from "./cn.ts";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "ref" | "rows"> {
  /** The minimum number of visible lines. */
  rows?: keyof typeof leastHeights;
  /** Whether a box around the field, a `field-box`, has the border and the focus ring. */
  isInBox?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

// Minimum heights are set here, because the browser ignores `rows` with `field-sizing`. 1.125rem is
// the height of padding and border.
const leastHeights = {
  1: "min-h-10",
  2: "min-h-[calc(2lh+1.125rem)]",
  3: "min-h-[calc(3lh+1.125rem)]",
  4: "min-h-[calc(4lh+1.125rem)]",
  5: "min-h-[calc(5lh+1.125rem)]",
  6: "min-h-[calc(6lh+1.125rem)]",
  8: "min-h-[calc(8lh+1.125rem)]",
};

/**
 * A text field that grows with its text up to 60 % of the window. Ctrl or Cmd with Enter submits
 * its form.
 */
export function TextArea({
  className,
  rows = 4,
  isInBox,
  onKeyDown,
  ref,
  ...props
}: TextAreaProps) {
  const own = useRef<HTMLTextAreaElement | null>(null);
  useEffect(() => {
    const element = own.current;
    return element ? growWithText(element) : undefined;
  }, []);
  const setRef = (element: HTMLTextAreaElement | null) => {
    own.current = element;
    if (typeof ref === "function") return ref(element);
    if (ref) ref.current = element;
    return undefined;
  };
  return (
    <textarea
      ref={setRef}
      rows={rows}
      dir="auto"
      // With autocompletion the browser would restore the text on Back, even if another user has
      // signed in. Drafts restore the text only for the draft's owner.
      autoComplete="off"
      className={cn(
        isInBox ? "outline-none" : "field-box",
        "block field-sizing-content max-h-[60vh] w-full resize-none px-3 py-2",
        leastHeights[rows],
        className,
      )}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (!event.defaultPrevented) submitOnCtrlEnter(event);
      }}
      {...props}
    />
  );
}

/**
 * Clicks the form's submit button, so that a disabled or pending button prevents the submission.
 */
function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
    return;
  const form = event.currentTarget.form;
  if (!form) return;
  event.preventDefault();
  const button = [...form.elements].find(
    (element) => element instanceof HTMLButtonElement && element.type === "submit",
  );
  if (button instanceof HTMLButtonElement) button.click();
  else form.requestSubmit();
}

/** Sets the height by script in browsers without `field-sizing`. Returns a cleanup function. */
function growWithText(element: HTMLTextAreaElement): (() => void) | undefined {
  if (CSS.supports("field-sizing", "content")) return undefined;
  const grow = () => {
    element.style.height = "auto";
    element.style.height = `${String(element.scrollHeight + element.offsetHeight - element.clientHeight)}px`;
  };
  const afterReset = () => requestAnimationFrame(grow);
  const form = element.form;
  grow();
  element.addEventListener("input", grow);
  form?.addEventListener("reset", afterReset);
  return () => {
    element.removeEventListener("input", grow);
    form?.removeEventListener("reset", afterReset);
  };
}
