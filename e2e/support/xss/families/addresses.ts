import { combine } from "../combine.ts";
import { FOREIGN_HOST, RUN } from "../hook.ts";

/** URLs that a browser would execute, in different spellings. */
const SCHEMES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript\r\n:${RUN}`,
  `\u0001javascript:${RUN}`,
  `&#106;avascript&colon;${RUN}`,
  `javascript://%0a${RUN}`,
  `javascript:void(0)//https://${FOREIGN_HOST}`,
  `data:text/html,<script>${RUN}</script>`,
  "data:text/html;base64,PHNjcmlwdD5fX3hzcygpPC9zY3JpcHQ+",
  `vbscript:${RUN}`,
] as const;

/** Markup of elements that have a URL in an attribute. */
const CARRIERS: readonly ((address: string) => string)[] = [
  (address) => `<a href="${address}">x</a>`,
  (address) => `<iframe src="${address}"></iframe>`,
  (address) => `<form action="${address}"><button>x</button></form>`,
  (address) => `<object data="${address}"></object>`,
  (address) => `<svg><a xlink:href="${address}"><text>x</text></a></svg>`,
];

/** Other markup that loads a resource or navigates. */
const PLACES = [
  `<button formaction=javascript:${RUN} form=x>x</button>`,
  `<embed src=javascript:${RUN}>`,
  `<map><area href=javascript:${RUN} shape=default></map>`,
  `<math href=javascript:${RUN}>x</math>`,
  `<base href=//${FOREIGN_HOST}/>`,
  `<base target="__xss" href="javascript:/a/-${RUN}//">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<meta http-equiv=refresh content="0;url=//${FOREIGN_HOST}/">`,
  `<meta http-equiv=set-cookie content="a=b">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe srcdoc='&lt;img src=x onerror=${RUN}&gt;'></iframe>`,
  `<iframe src=//${FOREIGN_HOST}/></iframe>`,
  `<img src=//${FOREIGN_HOST}/i.png>`,
  `<img srcset="//${FOREIGN_HOST}/1.png 1x">`,
  `<picture><source srcset=//${FOREIGN_HOST}/p.png><img></picture>`,
  `<video poster=//${FOREIGN_HOST}/v.png><track src=//${FOREIGN_HOST}/t.vtt default></video>`,
  `<link rel=stylesheet href=//${FOREIGN_HOST}/s.css>`,
  `<link rel=preload as=image href=//${FOREIGN_HOST}/p.png>`,
  `<link rel=dns-prefetch href=//${FOREIGN_HOST}>`,
  `<object data=//${FOREIGN_HOST}/o.swf></object>`,
  `<table background=//${FOREIGN_HOST}/b.png>`,
  `<input type=image src=//${FOREIGN_HOST}/b.png>`,
  `<svg><image href=//${FOREIGN_HOST}/i.svg /></svg>`,
  `<svg><use href="//${FOREIGN_HOST}/u.svg#x"/></svg>`,
  `<svg><animate xlink:href=#x attributeName=href values=javascript:${RUN} /><a id=x><text>x</text></a></svg>`,
  `<svg><set attributeName=onload to=${RUN} /></svg>`,
  `<a href=x ping=//${FOREIGN_HOST}/ autofocus>x</a>`,
];

/** Plain text with URLs, some of which become links and some of which must not. */
const LINKED_TEXT = [
  `javascript:${RUN}`,
  `javascript:${RUN}//https://${FOREIGN_HOST}/`,
  `data:text/html,<svg/onload=${RUN}>`,
  `http://${FOREIGN_HOST}/"onmouseover="${RUN}`,
  `http://${FOREIGN_HOST}/'onfocus='${RUN}'autofocus='`,
  `https://${FOREIGN_HOST}/<script>${RUN}</script>`,
  `https://${FOREIGN_HOST}/\`onclick=${RUN}`,
  `https://javascript:${RUN}@${FOREIGN_HOST}/`,
  `https://${FOREIGN_HOST}/#"><img/src=x/onerror=${RUN}>`,
  `https://${FOREIGN_HOST}/?q=%22%3E%3Cscript%3E${RUN}%3C/script%3E`,
  `https://${FOREIGN_HOST}/&quot;onclick=&quot;${RUN}`,
  `https:\\\\${FOREIGN_HOST}\\x`,
  `//${FOREIGN_HOST}/`,
  `[x](javascript:${RUN})`,
  `![x](https://${FOREIGN_HOST}/i.png)`,
  `<javascript:${RUN}>`,
  `HTTPS://${FOREIGN_HOST}/\u202e"onclick=${RUN}`,
  `https://xn--\u0131.${FOREIGN_HOST}/x`,
];

/** URLs in elements, in markup that navigates, and in plain text. */
export const addresses: readonly string[] = [
  ...combine(SCHEMES, CARRIERS, (address, carry) => carry(address)),
  ...PLACES,
  ...LINKED_TEXT,
];
