import { combine } from "../combine.ts";
import { RUN } from "../hook.ts";

const MARKUP = [`<script>${RUN}</script>`, `"><img src=x onerror=${RUN}>`] as const;

const each = (text: string, write: (code: number) => string) =>
  text.replaceAll(/[^\w() =/]/g, (letter) => write(letter.charCodeAt(0)));
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");

/** Functions that encode markup in a way that a later processing step may decode. */
const WRITINGS: readonly ((text: string) => string)[] = [
  (text) => each(text, (code) => `&#${String(code)};`),
  (text) => each(text, (code) => `&#${String(code).padStart(7, "0")}`),
  (text) => each(text, (code) => `&#x${hex(code, 2)};`),
  (text) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  (text) => text.replaceAll("<", "&amp;lt;").replaceAll(">", "&amp;gt;"),
  (text) => text.replaceAll("<", "&LT").replaceAll(">", "&GT"),
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => each(text, (code) => String.raw`\u${hex(code, 4)}`),
  (text) => each(text, (code) => String.raw`\x${hex(code, 2)}`),
  (text) => each(text, (code) => `\\${code.toString(8)}`),
  (text) => each(text, (code) => `%u${hex(code, 4)}`),
  (text) => text.replaceAll("<", "+ADw-").replaceAll(">", "+AD4-").replaceAll('"', "+ACI-"),
  (text) => text.replaceAll("<", "\uff1c").replaceAll(">", "\uff1e").replaceAll('"', "\uff02"),
  (text) => text.replaceAll("<", "\u2039").replaceAll(">", "\u203a"),
  (text) => text.replaceAll("s", "\u017f").replaceAll("i", "\u0131"),
  (text) => text.replaceAll("<", "<\u200b").replaceAll("=", "\u200d="),
  (text) => text.replaceAll("<", "\ufeff<"),
  (text) => text.replaceAll(" ", "\u2028").replaceAll(">", "\u2029>"),
  (text) => text.replaceAll(" ", "\u000c").replaceAll(">", "\u000b>"),
  (text) => `\u202e${text}\u202c`,
  (text) => `\u2066${text.replaceAll("<", "<\u00ad")}\u2069`,
  (text) => text.replaceAll("<", "<\u0338"),
  (text) => text.replaceAll(" ", "\r\n").replaceAll(">", ">\r"),
  (text) => `\u001b$B${text}\u001b(B`,
  (text) => `\u{1f600}${text}\u{e0041}`,
  (text) => text.replaceAll("<", "\u2400<"),
];

/** Script markup in each encoding of `WRITINGS`. */
export const encodings: readonly string[] = combine(MARKUP, WRITINGS, (text, write) => write(text));
