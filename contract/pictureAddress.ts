/** The address of a picture in a text, with its width and height in pixels. */
export const PICTURE_ADDRESS = /^\/pictures\/([\w-]{1,64})\/(\d{1,5})x(\d{1,5})\.webp$/;

/** The width in pixels of the small form of a picture, which wider pictures have. */
export const SMALL_PICTURE_PIXELS = 640;

/** Returns the attributes with which a picture is drawn. Null for any other address. */
export function pictureAttributes(src: string) {
  const [, id, width, height] = PICTURE_ADDRESS.exec(src) ?? [];
  if (id === undefined) return null;
  const small = SMALL_PICTURE_PIXELS;
  const smallSource = `/pictures/${id}/${String(small)}.webp ${String(small)}w`;
  const sizes = `(min-width: ${String(small + 128)}px) ${String(small + 80)}px, 100vw`;
  return {
    src,
    ...(Number(width) > small && { srcSet: `${smallSource}, ${src} ${String(width)}w`, sizes }),
    width: Number(width),
    height: Number(height),
  };
}
