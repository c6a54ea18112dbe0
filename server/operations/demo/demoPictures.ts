import type { BrandingSettings } from "#contract/branding.ts";
import { picturesOf, pictureUrl } from "#contract/pictures.ts";
import type { PicturePlace } from "#server/features/attachedPictures/attachPictures.queries.ts";
import {
  columnsOf,
  placePictures,
} from "#server/features/attachedPictures/attachPictures.queries.ts";
import { insertPicture } from "#server/features/pictures/pictures.queries.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { TextPicture } from "#server/platform/uploads/readPicture.ts";
import { drawComposedPicture } from "#server/platform/uploads/readPicture.ts";
import type { DemoCompany, DemoPictureName } from "./demoContent.ts";

type Colors = Pick<BrandingSettings, "primaryColor" | "secondaryColor" | "accentColor">;

const [WIDTH, HEIGHT] = [1200, 675];

const rect = (
  [x, y, width, height]: readonly [number, number, number, number],
  fill: string,
  radius = 8,
) =>
  `<rect x="${String(x)}" y="${String(y)}" width="${String(width)}" height="${String(height)}" rx="${String(radius)}" fill="${fill}"/>`;

const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${String(x)}" cy="${String(y)}" r="${String(radius)}" fill="${fill}"/>`;

const [PAPER, LINE, INK, SOFT] = ["#ffffff", "#e2e5e9", "#3d4450", "#f4f5f7"];

/** Lines that stand for a text. Pictures contain no letters, because the machine can be without fonts. */
const textLines = (x: number, y: number, widths: readonly number[]) =>
  widths.map((width, index) => rect([x, y + index * 34, width, 14], LINE, 7)).join("");

/** An invoice with its amounts in three currencies. */
const invoice = ({ primaryColor, secondaryColor, accentColor }: Colors) =>
  rect([330, 70, 540, 560], PAPER, 16) +
  rect([380, 120, 150, 26], primaryColor, 13) +
  textLines(380, 180, [240, 200, 220]) +
  [300, 370, 440]
    .map(
      (y, row) =>
        rect([380, y, 440, 2], LINE, 0) +
        rect([380, y + 26, 200 - row * 30, 14], LINE, 7) +
        rect([720, y + 26, 100, 14], INK, 7),
    )
    .join("") +
  rect([660, 540, 160, 40], primaryColor, 20) +
  [primaryColor, secondaryColor, accentColor]
    .map((color, index) => circle(860 + index * 46, 190 + index * 96, 58 - index * 8, color))
    .join("");

/** A timer, and the tab of a browser that shows its time. */
const timer = ({ primaryColor, secondaryColor }: Colors) =>
  rect([140, 80, 920, 520], PAPER, 16) +
  rect([140, 80, 920, 64], SOFT, 16) +
  rect([170, 100, 220, 44], PAPER, 10) +
  circle(196, 122, 9, primaryColor) +
  rect([218, 115, 130, 14], INK, 7) +
  rect([410, 115, 130, 14], LINE, 7) +
  circle(420, 370, 160, SOFT) +
  `<path d="M420 210 A160 160 0 1 1 281 450 L420 370 Z" fill="${secondaryColor}"/>` +
  circle(420, 370, 118, PAPER) +
  `<path d="M420 370 V286 M420 370 L474 410" stroke="${primaryColor}" stroke-width="14" stroke-linecap="round" fill="none"/>` +
  textLines(660, 290, [300, 240, 270, 180]) +
  rect([660, 450, 150, 48], primaryColor, 24);

/** Rows of projects with bars and milestones. The last two milestones of `isOverlapping` overlap. */
const timeline =
  (isOverlapping: boolean) =>
  ({ primaryColor, secondaryColor, accentColor }: Colors) =>
    rect([80, 70, 1040, 540], PAPER, 16) +
    [330, 490, 650, 810, 970].map((x) => rect([x, 110, 2, 460], LINE, 0)).join("") +
    [
      [150, 340, 260, primaryColor],
      [230, 430, 350, secondaryColor],
      [310, 520, 220, primaryColor],
      [390, 360, 480, secondaryColor],
      [470, 640, 380, primaryColor],
    ]
      .map(
        ([y, x, width, color], row) =>
          rect([120, Number(y) + 12, 130 + (row % 3) * 24, 14], LINE, 7) +
          rect([Number(x), Number(y), Number(width), 38], String(color), 19),
      )
      .join("") +
    [
      [600, 169],
      [780, 249],
      [840, isOverlapping ? 400 : 409],
      [isOverlapping ? 852 : 1020, isOverlapping ? 418 : 489],
    ]
      .map(
        ([x = 0, y = 0]) =>
          `<path d="M${String(x)} ${String(y - 24)} l24 24 l-24 24 l-24 -24 Z" fill="${accentColor}" stroke="${PAPER}" stroke-width="5"/>`,
      )
      .join("");

/** The plan of a floor with sensors, one of them above its limit. */
const floorPlan = ({ primaryColor, secondaryColor }: Colors) =>
  rect([110, 70, 980, 540], PAPER, 16) +
  [
    [150, 110, 260, 220, 0.3],
    [426, 110, 340, 220, 0.6],
    [782, 110, 268, 140, 0.2],
    [782, 266, 268, 304, 0.45],
    [150, 346, 400, 224, 0.15],
    [566, 346, 200, 224, 0.8],
  ]
    .map(
      ([x = 0, y = 0, width = 0, height = 0, warmth = 0]) =>
        `<g opacity="${String(0.15 + warmth)}">${rect([x, y, width, height], secondaryColor, 6)}</g>` +
        circle(x + width / 2, y + height / 2, 17, PAPER) +
        circle(x + width / 2, y + height / 2, 12, warmth > 0.7 ? "#dc2626" : primaryColor),
    )
    .join("");

const SCENES: Readonly<Record<DemoPictureName, (colors: Colors) => string>> = {
  invoice,
  timer,
  timeline: timeline(false),
  overlap: timeline(true),
  "floor-plan": floorPlan,
};

/** Draws a picture in the colours of a company. */
function draw(name: DemoPictureName, colors: Colors): Promise<TextPicture> {
  const size = `width="${String(WIDTH)}" height="${String(HEIGHT)}"`;
  const background = `<rect ${size} fill="${colors.primaryColor}"/><rect ${size} fill="#fff" opacity="0.86"/>`;
  return drawComposedPicture(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${background}${SCENES[name](colors)}</svg>`,
  );
}

/** Draws the pictures of a demo company, and puts them into its texts. */
export class DemoPictures {
  readonly #db: Db;
  readonly #companyId: number;
  /** The pictures, which are drawn while the rest of the company is written. */
  readonly #drawn: ReadonlyMap<string, Promise<TextPicture>>;

  constructor(db: Db, company: DemoCompany, companyId: number) {
    this.#db = db;
    this.#companyId = companyId;
    const used = Object.keys(SCENES).filter((name): name is DemoPictureName =>
      new RegExp(`picture:${name}\\b|"picture":"${name}"`).test(JSON.stringify(company)),
    );
    this.#drawn = new Map(used.map((name) => [name, draw(name, company.brandingSettings)]));
    // An error is thrown where the picture is awaited.
    for (const picture of this.#drawn.values()) picture.catch(() => undefined);
  }

  /** Returns a text with the addresses of its pictures, which it stores as uploaded by its author. */
  async inText(text: string, uploaderId: number): Promise<string> {
    let written = text;
    for (const [place, name = ""] of text.matchAll(/picture:([a-z-]+)/g)) {
      const picture = await this.#drawn.get(name);
      if (!picture) throw new Error(`There is no demo picture ${name}`);
      const { content, small, width, height } = picture;
      const stored = await this.#db.first(insertPicture, {
        companyId: this.#companyId,
        uploaderId,
        width,
        height,
        bytes: content.length + (small?.length ?? 0),
        isInStore: false,
        content,
        smallContent: small,
      });
      if (!stored) throw new Error("A demo picture was not stored");
      written = written.replace(place, pictureUrl({ ...stored, width, height }));
    }
    return written;
  }

  /** Puts the pictures of a stored text into it. */
  async place(source: string, viewerId: number, place: PicturePlace): Promise<void> {
    const pictureIds = picturesOf(source);
    if (pictureIds.length === 0) return;
    const companyId = this.#companyId;
    await this.#db.all(placePictures, { companyId, pictureIds, viewerId, ...columnsOf(place) });
  }
}
