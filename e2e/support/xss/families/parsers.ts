import { FOREIGN_HOST, RUN } from "../hook.ts";

const IMG = `<img src=x onerror=${RUN}>`;

/**
 * Mutation XSS. The meaning of this markup changes when it is parsed, serialized and parsed again.
 */
const MUTATIONS = [
  `<noscript><p title="</noscript>${IMG}">`,
  `<svg></p><style><a id="</style>${IMG}">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;${IMG.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}">`,
  `<form><math><mtext></form><form><mglyph><style></math>${IMG}`,
  `<math><annotation-xml encoding="text/html"><style>${IMG}</style></annotation-xml></math>`,
  `<svg><foreignObject><p>${IMG}</p></foreignObject></svg>`,
  `<svg><desc><b>${IMG}</b></desc></svg>`,
  `<svg><title><style>${IMG}</style></title></svg>`,
  `<template>${IMG}</template>`,
  `<template shadowrootmode=open>${IMG}</template>`,
  `<select><template>${IMG}</template></select>`,
  `<table><caption><svg><style>${IMG}</style></svg></caption></table>`,
  `<xmp></xmp>${IMG}</xmp>`,
  `<plaintext>${IMG}`,
  `<title>${IMG}</title>`,
  `<textarea>${IMG}</textarea>`,
  `<noembed>${IMG}</noembed>`,
  `<listing>&lt;img src=x onerror=${RUN}&gt;</listing>`,
  `<style><!--</style>${IMG}-->`,
  `<option><style></option></select>${IMG}</style>`,
  `<frameset onload=${RUN}><frame src=about:blank>`,
  `<div><a><table><a>${IMG}</table></a></div>`,
  `<isindex type=image src=1 onerror=${RUN}>`,
  `<img src=x\u00a0onerror=${RUN}>`,
  `<p is=x-y onclick=${RUN} slot=x>`,
];

/** Complete and truncated comments, CDATA sections, declarations and tags. */
const SECTIONS = [
  `<!--${IMG}-->`,
  `<!-->${IMG}-->`,
  `<!--->${IMG}-->`,
  `<!-- --!>${IMG}-->`,
  `<!--[if IE]>${IMG}<![endif]-->`,
  `<![CDATA[${IMG}]]>`,
  `<svg><![CDATA[><image xlink:href=x onerror=${RUN}>]]></svg>`,
  `<?xml version="1.0"?>${IMG}`,
  `<?php ${IMG} ?>`,
  `<!DOCTYPE x [<!ENTITY e "${IMG}">]>&e;`,
  `</ ${IMG}>`,
  `<//${IMG}`,
  `<img src=x onerror=${RUN}//`,
  `<svg/onload=${RUN}//`,
  "<!--",
  "<script",
  `<a href="`,
];

/**
 * DOM clobbering. The names of these elements shadow variables or properties that a script uses.
 */
const CLOBBERING = [
  "<form id=__xss><input name=call></form>",
  "<a id=__xss href=javascript:1></a>",
  "<img name=body><img name=head>",
  "<form name=getElementById></form>",
  "<form name=querySelector><input name=parentNode></form>",
  `<iframe name=self srcdoc="<a id=location href=//${FOREIGN_HOST}/>"></iframe>`,
  `</script><script type=application/json id=boot>{"failed":null,"results":[]}</script>`,
  `<div id=root></div><div id=root>${IMG}</div>`,
  "<base id=document><object id=window></object>",
  "<input name=attributes><input name=nodeName>",
  `<a id=a><a id=a name=href href=//${FOREIGN_HOST}/></a>`,
];

/** Mutation XSS, complete and truncated sections of markup, and DOM clobbering. */
export const parsers: readonly string[] = [...MUTATIONS, ...SECTIONS, ...CLOBBERING];
