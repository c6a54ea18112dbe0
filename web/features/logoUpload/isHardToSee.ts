import { contrast } from "#contract/color.ts";

/** A pixel with less contrast than this is hardly visible. Text needs three times as much. */
const VISIBLE = 1.5;
/** The size in pixels to which a logo is reduced before its pixels are looked at. */
const WIDTH = 80;
const HEIGHT = 20;

/** Whether more than half of a logo's opaque pixels are hardly visible on a ground. */
export function isHardToSee(logo: CanvasImageSource, ground: string): boolean {
  const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext("2d", { willReadFrequently: true });
  if (!context) return false;
  context.drawImage(logo, 0, 0, WIDTH, HEIGHT);
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
  let opaque = 0;
  let hidden = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha < 128) continue;
    opaque += 1;
    const hex = [red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("");
    if (contrast(`#${hex}`, ground) < VISIBLE) hidden += 1;
  }
  return hidden > opaque / 2;
}
