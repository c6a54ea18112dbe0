import chevronLeftShapes from "lucide/dist/esm/icons/chevron-left.mjs";
import chevronRightShapes from "lucide/dist/esm/icons/chevron-right.mjs";
import type { KeyboardEvent, MouseEvent } from "react";
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import { createIcon, X } from "#web/ui/icons.ts";

const Previous = createIcon(chevronLeftShapes);
const Next = createIcon(chevronRightShapes);

interface PictureViewerProps {
  /** The link of the picture that is opened; null shows nothing. */
  opened: HTMLAnchorElement | null;
  isOpen: boolean;
  onClose: () => void;
}

/** The pictures of a text, one at a time and as large as the window allows. */
export function PictureViewer({ opened, onClose }: PictureViewerProps) {
  return opened && <OpenViewer key={opened.href} opened={opened} onClose={onClose} />;
}

interface OpenViewerProps {
  opened: HTMLAnchorElement;
  onClose: () => void;
}

function OpenViewer({ opened, onClose }: OpenViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [pictures] = useState(() => picturesBeside(opened));
  const [position, setPosition] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ link }) => link === opened),
    ),
  );
  // The browser keeps the focus in the dialog, and returns it afterwards.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const picture = pictures[position];
  if (!picture) return null;
  const close = () => dialog.current?.close();
  const move = (by: number) =>
    setPosition(Math.min(pictures.length - 1, Math.max(0, position + by)));
  const isFirst = position === 0;
  const isLast = position === pictures.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") move(-1);
    else if (event.key === "ArrowRight") move(1);
  };
  const closeBeside = ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest("img, button, figcaption")) close();
  };
  return (
    <dialog
      ref={dialog}
      data-scroll-lock=""
      aria-label={picture.alt || "Picture"}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={closeBeside}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-canvas text-ink outline-none"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-end gap-1 p-2">
          {pictures.length > 1 ? (
            <>
              <p role="status" className="me-auto ps-2 text-sm tabular-nums text-muted">
                {position + 1} of {pictures.length}
              </p>
              <ViewerButton
                label="Previous picture"
                icon={Previous}
                isDisabled={isFirst}
                act={() => move(-1)}
              />
              <ViewerButton
                label="Next picture"
                icon={Next}
                isDisabled={isLast}
                act={() => move(1)}
              />
            </>
          ) : null}
          <ViewerButton label="Close" icon={X} act={close} />
        </div>
        <figure className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 px-3 pb-4 sm:px-6">
          <img
            key={picture.src}
            src={picture.src}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
            className="h-auto min-h-0 w-auto max-w-full rounded-lg object-contain"
          />
          {picture.alt ? (
            <figcaption
              dir="auto"
              className="max-w-2xl text-center text-sm text-muted wrap-anywhere"
            >
              {picture.alt}
            </figcaption>
          ) : null}
        </figure>
      </div>
    </dialog>
  );
}

interface ViewerButtonProps {
  label: string;
  icon: typeof X;
  isDisabled?: boolean;
  act: () => void;
}

function ViewerButton({ label, icon: Icon, isDisabled = false, act }: ViewerButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      // A disabled button would lose the focus at the first or last picture.
      aria-disabled={isDisabled}
      className={isDisabled ? "text-muted opacity-40" : "text-muted"}
      onClick={act}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}

/** Returns all pictures of the text in which a link stands, in their order. */
function picturesBeside(opened: HTMLAnchorElement) {
  const text = opened.closest("[data-markdown]") ?? opened;
  const links = [...text.querySelectorAll<HTMLAnchorElement>(PICTURE_LINK)];
  return links.map((link) => {
    const { alt = "", width, height } = link.querySelector("img") ?? {};
    const [, wide = width, high = height] = /\/(\d+)x(\d+)\.webp$/.exec(link.pathname) ?? [];
    return { link, src: link.href, alt, width: Number(wide), height: Number(high) };
  });
}

const PICTURE_LINK = "a[data-picture]";
