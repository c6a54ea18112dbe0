const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .quiet { fill: #57606a } .line { stroke: #d0d7de } .number { font-variant-numeric: tabular-nums }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .quiet { fill: #9198a1 } .line { stroke: #3d444d } }`;

/** Returns an SVG image of this size in pixels that is readable on light and dark pages. */
export function svg(
  width: number,
  height: number,
  title: string,
  parts: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}" viewBox="0 0 ${String(width)} ${String(height)}" role="img">
<title>${title}</title>
<style>${STYLE}</style>
${parts.join("\n")}
</svg>
`;
}
