export type Theme = "light" | "dark" | "system";

/** The theme that a visitor has chosen; their system's where they have not. */
export function readTheme(cookies: string | undefined): Theme {
  const value = /(?:^|;\s*)theme=(?<theme>light|dark)(?:;|$)/.exec(cookies ?? "")?.groups?.[
    "theme"
  ];
  return (value as Theme | undefined) ?? "system";
}
