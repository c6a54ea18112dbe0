export type Theme = "light" | "dark" | "system";

/** Returns the theme that the visitor has chosen; `system` without a choice. */
export function readTheme(cookies: string | undefined): Theme {
  const value = /(?:^|;\s*)theme=(?<theme>light|dark)(?:;|$)/.exec(cookies ?? "")?.groups?.[
    "theme"
  ];
  return (value as Theme | undefined) ?? "system";
}
