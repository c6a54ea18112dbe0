import type { SVGProps } from "react";
import { createElement } from "react";

interface IconData {
  /** The shapes of the icon: element and attributes each. */
  readonly node: readonly [tag: string, attributes: Readonly<Record<string, string>>][];
}

/** What all icons have in common. */
const LOOK = {
  width: "24",
  height: "24",
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: "2",
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** Makes the icons of lucide-react in the built pages (`web/build/plainIcons.ts`). They say nothing unless they have a label. */
export default function plainIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function PlainIcon(props: SVGProps<SVGSVGElement>) {
    return createElement("svg", { ...LOOK, ...props }, ...shapes);
  };
}
