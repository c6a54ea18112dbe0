import type { ComponentProps } from "react";
import { NextPage } from "#web/ui/NextPage.tsx";
import type { TimelineEntry } from "./timeline.ts";

type Button = Pick<
  ComponentProps<typeof NextPage>,
  "list" | "loaded" | "errorMessage" | "onPress"
> & {
  label: string;
};

/**
 * The timeline's button that loads what is earlier than `oldest`, the oldest loaded entry of its
 * kind; nothing if all are loaded.
 */
export function earlierEntry(
  oldest: { readonly createdAt: string } | undefined,
  button: Button,
): TimelineEntry[] {
  if (!oldest || !button.list.hasNextPage) return [];
  const content = <NextPage {...button} className="mt-0" />;
  return [{ key: button.label, createdAt: oldest.createdAt, content }];
}
