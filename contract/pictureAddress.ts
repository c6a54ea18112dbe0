/** The address of a picture in a text, with its width and height in pixels. */
export const PICTURE_ADDRESS = /^\/pictures\/([\w-]{1,64})\/(\d{1,5})x(\d{1,5})\.webp$/;

/** The width of the small form of a picture. */
const SMALL = 640;

/** Returns the attributes with which a picture is drawn. Null for any other address. */
export function pictureAttributes(src: string) {
  const [, id, width, height] = PICTURE_ADDRESS.exec(src) ?? [];
  if (id === undefined) return null;
  const small = `/pictures/${id}/${String(SMALL)}.webp ${String(SMALL)}w`;
  const sizes = `(min-width: ${String(SMALL + 128)}px) ${String(SMALL + 80)}px, 100vw`;
  return {
    src,
    ...(Number(width) > SMALL && { srcSet: `${small}, ${src} ${String(width)}w`, sizes }),
    width: Number(width),
    height: Number(height),
  };
}
