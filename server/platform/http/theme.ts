export type Theme = "light" | "dark" | "system";

/** The theme that the visitor has chosen; without a choice, the system's. */
export function readTheme(cookies: string | undefined): Theme {
  const value = /(?:^|;\s*)theme=(?<theme>light|dark)(?:;|$)/.exec(cookies ?? "")?.groups?.[
    "theme"
  ];
  return (value as Theme | undefined) ?? "system";
}
