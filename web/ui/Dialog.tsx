import { Dialog as RadixDialog } from "radix-ui";
import type { ReactNode, RefObject, SubmitEvent } from "react";
import { useLayoutEffect, useRef } from "react";
import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";
import { X } from "./icons.ts";
import { useFocusReturn } from "./useFocusReturn.ts";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /**
   * The buttons in reading order. They stay visible while the body scrolls, except in very low
   * windows.
   */
  footer?: ReactNode;
  /**
   * Called when the form is submitted, after the default action has been prevented. If this
   * property is set, body and footer are one form, which the submit button in the footer submits. A
   * click outside does not close a dialog with a form, because the input would be lost.
   */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Whether a click outside does not close the dialog, although it has no `onSubmit`. */
  staysOpen?: boolean;
  /** Whether the form is being saved. If so, the fields in the body are disabled. */
  isPending?: boolean;
  size?: "sm" | "md" | "lg";
  role?: "dialog" | "alertdialog";
  /** Called after the closed dialog has been removed and the focus has been restored. */
  onClosed?: () => void;
}

const widths = { sm: "sm:max-w-md", md: "sm:max-w-lg", lg: "sm:max-w-2xl" };

/**
 * A modal dialog. On phones it is a sheet at the bottom of the screen. The focus goes to the first
 * field, otherwise to `[data-autofocus]`, otherwise to the dialog itself. Radix' own overlay is not
 * used, because it adds a style element, which the content security policy forbids.
 */
export function Dialog({ open, onOpenChange, ...frame }: DialogProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div
          data-state={open ? "open" : "closed"}
          data-scroll-lock=""
          className={cn(
            // The window opens at a fixed position and grows downwards, so that no field moves.
            "pointer-events-auto fixed inset-0 z-50 grid items-start justify-items-center bg-scrim px-3 pt-[10dvh] sm:px-6 short:pt-3",
            "data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in",
          )}
        >
          <DialogFrame {...frame} />
        </div>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

type DialogFrameProps = Omit<DialogProps, "open" | "onOpenChange">;

function DialogFrame({
  title,
  description,
  children,
  footer,
  onSubmit,
  staysOpen = false,
  isPending = false,
  size = "md",
  role = "dialog",
  onClosed,
}: DialogFrameProps) {
  const content = useRef<HTMLDivElement>(null);
  const { saveFocus, restoreFocus } = useFocusReturn();
  return (
    <RadixDialog.Content
      ref={content}
      role={role}
      {...(description ? {} : { "aria-describedby": undefined })}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        saveFocus();
        if (content.current) focusFirstField(content.current);
      }}
      onCloseAutoFocus={(event) => {
        restoreFocus(event);
        onClosed?.();
      }}
      onInteractOutside={(event) => {
        if (onSubmit || staysOpen || role === "alertdialog") event.preventDefault();
      }}
      className={cn(
        "flex max-h-[88dvh] w-full min-w-0 flex-col rounded-2xl border bg-raised shadow-float outline-none short:overflow-y-auto short:overscroll-contain",
        "data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in",
        widths[size],
      )}
    >
      <div className="flex items-start gap-4 pt-3 pr-3 pb-3 pl-5 sm:pl-6">
        <div className="min-w-0 flex-1 pt-1.5">
          <RadixDialog.Title className="text-base font-semibold wrap-break-word">
            {title}
          </RadixDialog.Title>
          {description ? (
            <RadixDialog.Description asChild>
              <div className="mt-1 text-sm wrap-break-word text-muted">{description}</div>
            </RadixDialog.Description>
          ) : null}
        </div>
        <RadixDialog.Close asChild>
          <Button variant="ghost" size="icon" aria-label="Close" className="text-muted">
            <X aria-hidden="true" />
          </Button>
        </RadixDialog.Close>
      </div>
      <DialogBody footer={footer} onSubmit={onSubmit} isPending={isPending}>
        {children}
      </DialogBody>
    </RadixDialog.Content>
  );
}

type DialogBodyProps = Pick<DialogProps, "children" | "footer" | "onSubmit"> & {
  isPending: boolean;
};

function DialogBody({ children, footer, onSubmit, isPending }: DialogBodyProps) {
  const { fields, saveFocus } = useFocusWhilePending(isPending);
  const parts = (
    <>
      {children ? (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 short:flex-none short:overflow-visible sm:px-6">
          <fieldset ref={fields} role="presentation" disabled={isPending} className="contents">
            {children}
          </fieldset>
        </div>
      ) : null}
      {footer ? (
        <div className="flex flex-wrap gap-2 border-t max-sm:*:grow px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:justify-end sm:px-6">
          {footer}
        </div>
      ) : null}
    </>
  );
  if (!onSubmit) return parts;
  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col short:flex-none"
      onSubmit={(event) => {
        event.preventDefault();
        // React events bubble from a React portal to the components that render it, so a form
        // around this dialog would also be submitted.
        event.stopPropagation();
        saveFocus();
        onSubmit(event);
      }}
    >
      {parts}
    </form>
  );
}

const FIELDS =
  "input:not([type=hidden], :disabled, [aria-hidden=true]), select:not(:disabled), textarea:not(:disabled)";

function focusFirstField(content: HTMLElement) {
  const wanted =
    content.querySelector<HTMLElement>(FIELDS) ??
    content.querySelector<HTMLElement>("[data-autofocus]");
  (wanted ?? content).focus();
}

interface FocusWhilePending {
  /** Reference to the fieldset, which is disabled while `isPending` is true. */
  readonly fields: RefObject<HTMLFieldSetElement | null>;
  /**
   * Must be called on submit. Once the fields are disabled, it is unknown which field had the
   * focus.
   */
  readonly saveFocus: () => void;
}

/**
 * Manages the focus of fields that are disabled while their form is being saved, and therefore lose
 * the focus. Until the response, the submit button has the focus. After the response, the focus
 * moves to the first invalid field or, if all fields are valid, back to the field that had the
 * focus before.
 */
function useFocusWhilePending(isPending: boolean): FocusWhilePending {
  const fields = useRef<HTMLFieldSetElement>(null);
  const lastFocused = useRef<HTMLElement | null>(null);
  const wasPending = useRef(false);
  useLayoutEffect(() => {
    const set = fields.current;
    const field = lastFocused.current;
    const button = set?.form?.querySelector<HTMLElement>("[type=submit]");
    if (isPending && field?.matches(":disabled")) button?.focus();
    if (!isPending && wasPending.current) {
      lastFocused.current = null;
      // The form could not focus the invalid field, because the field was still disabled then.
      const invalid = set?.querySelector<HTMLElement>("[aria-invalid=true]");
      if (invalid) invalid.focus();
      else if (document.activeElement === button) field?.focus();
    }
    wasPending.current = isPending;
  }, [isPending]);
  const saveFocus = () => {
    const active = document.activeElement;
    lastFocused.current =
      active instanceof HTMLElement && fields.current?.contains(active) ? active : null;
  };
  return { fields, saveFocus };
}
