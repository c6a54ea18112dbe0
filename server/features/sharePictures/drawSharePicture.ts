import sharp from "sharp";

/** What the process gets. Colours are hex digits. */
export interface SharePicture {
  readonly title: string;
  readonly company: string;
  readonly background: string;
  readonly text: string;
}

// This file is a process of its own (`sharePictures.ts`), because fontconfig reads its settings only
// once in a process, and because libvips cannot be stopped while it draws.

/** The size that link previews show, in pixels. */
const SIZE = { width: 1200, height: 630 };
const MARGIN = 80;
const WIDTH = SIZE.width - 2 * MARGIN;
/** Maximum height of the title. A title that is higher at its size is drawn smaller. */
const TITLE_HEIGHT = 350;

/** The size of the title in pixels by its length in characters. */
const sizeOf = ({ length }: string) => (length <= 40 ? 84 : length <= 90 ? 68 : 52);

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replaceAll(/[&<>]/g, (each) => ENTITIES[each] ?? each);

function drawText(text: string, color: string, size: { pixels: number } | { height: number }) {
  const fixed = "pixels" in size ? { dpi: 72 } : { height: size.height };
  const pixels = "pixels" in size ? size.pixels : 52;
  return sharp({
    text: {
      text: `<span foreground="${color}">${escaped(text)}</span>`,
      font: `Inter Bold ${String(pixels)}`,
      width: WIDTH,
      wrap: "word-char",
      rgba: true,
      ...fixed,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}

async function draw({ title, company, background, text }: SharePicture): Promise<Buffer> {
  const natural = await drawText(title, text, { pixels: sizeOf(title) });
  const heading =
    natural.info.height <= TITLE_HEIGHT
      ? natural
      : await drawText(title, text, { height: TITLE_HEIGHT });
  const name = await drawText(company, text, { pixels: 36 });
  const kind = await drawText("Changelog", text, { pixels: 30 });
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(SIZE.width)}" height="${String(SIZE.height)}">
<rect width="100%" height="100%" fill="${background}"/>
<rect x="${String(MARGIN)}" y="510" width="${String(WIDTH)}" height="2" fill="${text}" fill-opacity=".35"/></svg>`;
  return sharp(Buffer.from(ground))
    .composite([
      { input: name.data, left: MARGIN, top: MARGIN - 10 },
      {
        input: heading.data,
        left: MARGIN,
        top: Math.round(155 + (TITLE_HEIGHT - heading.info.height) / 2),
      },
      { input: kind.data, left: MARGIN, top: 540 },
    ])
    .png({ palette: true })
    .toBuffer();
}

process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on(
  "message",
  (picture: SharePicture) =>
    void draw(picture).then(
      (drawn) => process.send?.(drawn, () => process.exit(0)),
      () => process.exit(1),
    ),
);
