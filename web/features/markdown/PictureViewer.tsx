import chevronLeftShapes from "lucide/dist/esm/icons/chevron-left.mjs";
import chevronRightShapes from "lucide/dist/esm/icons/chevron-right.mjs";
import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { Button } from "#web/ui/Button.tsx";
import { createIcon, X } from "#web/ui/icons.ts";
import { loadAllStyles } from "#web/ui/loadAllStyles.ts";

const Previous = createIcon(chevronLeftShapes);
const Next = createIcon(chevronRightShapes);

interface Picture {
  src: string;
  alt: string;
  width: number;
  height: number;
}

/**
 * Shows the pictures of a text, beginning with the one of this link, which the server or the browser
 * has drawn. The viewer is a tree of its own, because React does not hydrate what the server drew.
 */
export async function showPictures(opened: HTMLAnchorElement): Promise<void> {
  await loadAllStyles();
  const text = opened.closest("[data-markdown]") ?? opened;
  const links = [...text.querySelectorAll<HTMLAnchorElement>("a[data-picture]")];
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  root.render(
    <PictureViewer
      pictures={links.map(pictureOf)}
      first={Math.max(0, links.indexOf(opened))}
      onClose={close}
    />,
  );
}

function pictureOf(link: HTMLAnchorElement): Picture {
  const [, width, height] = /\/(\d+)x(\d+)\.webp$/.exec(link.pathname) ?? [];
  const { alt = "" } = link.querySelector("img") ?? {};
  return { src: link.href, alt, width: Number(width), height: Number(height) };
}

interface PictureViewerProps {
  pictures: readonly Picture[];
  first: number;
  onClose: () => void;
}

/** The pictures of a text, one at a time and as large as the window allows. */
function PictureViewer({ pictures, first, onClose }: PictureViewerProps) {
  const [position, setPosition] = useState(first);
  const move = (by: number) =>
    setPosition((from) => Math.min(pictures.length - 1, Math.max(0, from + by)));
  const dialog = useViewerDialog(move);
  const picture = pictures[position];
  if (!picture) return null;
  return (
    <dialog
      ref={dialog}
      data-scroll-lock=""
      aria-label={picture.alt || "Picture"}
      onClose={onClose}
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
                isDisabled={position === 0}
                act={() => move(-1)}
              />
              <ViewerButton
                label="Next picture"
                icon={Next}
                isDisabled={position === pictures.length - 1}
                act={() => move(1)}
              />
            </>
          ) : null}
          <ViewerButton label="Close" icon={X} act={() => dialog.current?.close()} />
        </div>
        <LargePicture key={picture.src} {...picture} />
      </div>
    </dialog>
  );
}

/** Opens the dialog, in which the browser keeps the focus, and which returns it when it is closed. */
function useViewerDialog(move: (by: number) => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const onMove = useEffectEvent(move);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const handled = new AbortController();
    element.addEventListener(
      "keydown",
      ({ key }) => {
        if (key === "ArrowLeft") onMove(-1);
        else if (key === "ArrowRight") onMove(1);
      },
      handled,
    );
    // A click beside the picture closes the viewer.
    element.addEventListener(
      "click",
      ({ target }) => {
        if (target instanceof Element && !target.closest("img, button, figcaption"))
          element.close();
      },
      handled,
    );
    element.showModal();
    return () => handled.abort();
  }, []);
  return dialog;
}

function LargePicture({ src, alt, width, height }: Picture) {
  return (
    <figure className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 px-3 pb-4 sm:px-6">
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        className="h-auto min-h-0 w-auto max-w-full rounded-lg object-contain"
      />
      {alt ? (
        <figcaption dir="auto" className="max-w-2xl text-center text-sm text-muted wrap-anywhere">
          {alt}
        </figcaption>
      ) : null}
    </figure>
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
