import type { ComponentType } from "react";
import type { LoadComponent } from "./useLazyComponent.ts";
import { useLazyComponent } from "./useLazyComponent.ts";

/**
 * Creates an optional part of a page. The server does not render the part. The code of the part is
 * loaded when the browser is idle. Nothing is displayed if the code cannot be loaded.
 */
export function idlePart<Props extends object>(load: LoadComponent<Props>): ComponentType<Props> {
  return function IdlePart(props: Props) {
    const Part = useLazyComponent(load, { request: 0, atIdle: true });
    return Part ? <Part {...props} /> : null;
  };
}
