import { combine } from "../combine.ts";
import { RUN } from "../hook.ts";

/** Ends of whatever a text may have been put into. */
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

/** More attributes for an element that somebody else has begun. */
const ATTRIBUTES = combine(
  [`"`, `'`, "", "`", `\\"`],
  [
    `onmouseover=${RUN}`,
    `autofocus onfocus=${RUN}`,
    `style=animation-name:x onanimationstart=${RUN}`,
  ],
  (quote, attribute) => `x${quote} ${attribute} ${quote}`,
);

/** Ways out of an element, an attribute or a comment. */
export const breakouts: readonly string[] = [
  ...combine(ENDS, STARTS, (end, start) => `${end}${start}`),
  ...ATTRIBUTES,
];
