import type { ReactNode } from "react";
import { createElement as h } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { earlierText, moreText } from "./renderMailText.ts";
import type { MailCompany, MailModel, MailUpdate } from "./mailModel.ts";
import { renderMailMarkdown } from "./renderMailMarkdown.ts";
import { COLORS, FONTS, STYLE, statusColors } from "./mailStyle.ts";

/*
 * The elements are created without JSX, because development and scripts run the server's sources,
 * and Node removes types but does not transform JSX. The layout consists of tables, inline styles
 * and `bgcolor`, because Outlook supports little else. Classes are used only for dark mode.
 */

/** Renders the HTML part of a mail. */
export function renderMailHtml(mail: MailModel): string {
  const { preheader, subject } = mail;
  const page = h(
    "html",
    { lang: "en", dir: "ltr" },
    h(
      "head",
      null,
      h("meta", { httpEquiv: "Content-Type", content: "text/html; charset=utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      h("title", null, subject),
      h("style", null, STYLE),
    ),
    h(
      "body",
      { className: "page", style: { margin: 0, padding: 0, backgroundColor: COLORS.page } },
      h(Preheader, { text: preheader }),
      h(
        Table,
        { className: "page", style: { backgroundColor: COLORS.page } },
        h(
          Cell,
          { align: "center", style: { fontFamily: FONTS, padding: "24px 12px" } },
          h(
            Table,
            { width: 600, style: { width: "100%", maxWidth: 600 } },
            h(Cell, null, h(Card, mail)),
            h(Cell, { style: { padding: "20px 29px 0" } }, h(Footer, mail)),
          ),
        ),
      ),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

interface TableProps {
  width?: number;
  className?: string;
  style?: React.CSSProperties;
  /** The rows of the table. Each `Cell` renders one row. */
  children?: ReactNode;
}

function Table({ width, children, ...props }: TableProps) {
  return h(
    "table",
    {
      role: "presentation",
      width: width ?? "100%",
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      ...props,
    },
    h("tbody", null, children),
  );
}

interface CellProps {
  className?: string;
  align?: "center";
  /** The background colour in Outlook. */
  bgcolor?: string;
  style?: React.CSSProperties;
  children?: ReactNode;
}

/** Renders a row with one cell. */
function Cell({ children, ...props }: CellProps) {
  return h("tr", null, h("td", props, children));
}

/**
 * Renders the text that mail clients show after the subject. Invisible filler follows, because mail
 * clients would otherwise show the beginning of the mail after the text.
 */
function Preheader({ text }: { text: string }) {
  const style = { display: "none", maxHeight: 0, overflow: "hidden", opacity: 0 };
  return h("div", { style }, text, "\u00A0\u200C".repeat(60));
}

function Brand({ name, logoUrl }: MailCompany) {
  if (logoUrl === null) {
    const style = { fontSize: 15, fontWeight: 600, color: COLORS.muted };
    return h("bdi", { className: "muted", style }, name);
  }
  return h("img", {
    className: "logo",
    src: logoUrl,
    alt: name,
    height: 28,
    // Without a low priority, React adds a preload link for the picture.
    fetchPriority: "low",
    style: {
      display: "block",
      height: 28,
      maxWidth: 240,
      border: 0,
      color: COLORS.ink,
      fontSize: 15,
      fontWeight: 600,
    },
  });
}

function Card({ company, heading, items, moreItems, button }: MailModel) {
  const isDigest = heading !== null;
  const style = {
    backgroundColor: COLORS.card,
    border: `1px solid ${COLORS.line}`,
    borderRadius: 12,
    padding: 28,
    // Breaks long words, which would otherwise widen the table.
    wordBreak: "break-word",
  } as const;
  const more = { fontSize: 14, color: COLORS.muted, paddingBottom: 24 };
  return h(
    Table,
    { style: { borderCollapse: "separate" } },
    h(
      Cell,
      { className: "card", bgcolor: COLORS.card, style },
      h(
        Table,
        null,
        h(Cell, { style: { paddingBottom: 20 } }, h(Brand, company)),
        isDigest && h(Cell, { style: { paddingBottom: 20 } }, h(Heading, null, heading)),
        items.map((item) => h(Item, { key: item.url, item, isDigest })),
        moreItems > 0 && h(Cell, { className: "muted", style: more }, moreText(moreItems)),
        h(Cell, null, h(Button, { ...button, company })),
      ),
    ),
  );
}

function Heading({ children }: { children?: ReactNode }) {
  const style = { margin: 0, fontSize: 20, lineHeight: "28px", color: COLORS.ink };
  return h("h1", { className: "ink", style }, children);
}

function Item({ item, isDigest }: { item: MailModel["items"][number]; isDigest: boolean }) {
  const { title, url, updates, earlierUpdates } = item;
  const link = h(
    "a",
    { href: url, className: "ink", style: { color: COLORS.ink, textDecoration: "none" } },
    h("bdi", null, title),
  );
  const style = { margin: 0, fontSize: 16, lineHeight: "24px", color: COLORS.ink };
  const ruled = { borderTop: `1px solid ${COLORS.line}`, padding: "20px 0 24px" };
  const earlier = { fontSize: 14, color: COLORS.muted, paddingTop: 8 };
  return h(
    Cell,
    isDigest ? { className: "rule", style: ruled } : { style: { paddingBottom: 24 } },
    isDigest ? h("h2", { className: "ink", style }, link) : h(Heading, null, link),
    h(
      Table,
      null,
      earlierUpdates > 0 &&
        h(Cell, { className: "muted", style: earlier }, earlierText(earlierUpdates)),
      updates.map((update, index) =>
        h(Update, { key: index, ...update, origin: new URL(url).origin }),
      ),
    ),
  );
}

function Update({
  status,
  actor,
  action,
  text,
  markdown,
  origin,
}: MailUpdate & { origin: string }) {
  const style = { fontSize: 14, lineHeight: "22px", color: COLORS.muted, paddingTop: 12 };
  return [
    h(
      Cell,
      { key: "line", className: "muted", style },
      h("bdi", { className: "ink", style: { color: COLORS.ink, fontWeight: 600 } }, actor),
      ` ${action}${status ? " to " : ""}`,
      status && h(StatusBadge, { status }),
    ),
    text !== null &&
      h(Cell, { key: "text", style: { paddingTop: 8 } }, h(Quote, { text, markdown, origin })),
  ];
}

function StatusBadge({ status }: { status: NonNullable<MailUpdate["status"]> }) {
  const { tone, text, tint } = statusColors(status.key);
  const style = {
    display: "inline-block",
    padding: "0 8px",
    borderRadius: 10,
    fontSize: 13,
    lineHeight: "20px",
    fontWeight: 600,
    color: text,
    backgroundColor: tint,
    whiteSpace: "nowrap",
  } as const;
  return h("span", { className: tone, style }, status.label);
}

/** Renders a user's text. Each line or block has the direction of its own first letter. */
function Quote({
  text,
  markdown,
  origin,
}: {
  text: string;
  markdown: string | null;
  origin: string;
}) {
  const style = {
    fontSize: 15,
    lineHeight: "24px",
    color: COLORS.ink,
    borderLeft: `3px solid ${COLORS.line}`,
    padding: "2px 0 2px 14px",
  };
  return h(
    Table,
    null,
    h(
      Cell,
      { className: "quote", style },
      (markdown === null ? null : renderMailMarkdown(markdown, origin)) ??
        text
          .split("\n")
          .map((line, index) => h("div", { key: index, dir: "auto" }, line || "\u00A0")),
    ),
  );
}

/**
 * Renders a coloured table cell whose whole area is a link. Outlook ignores the padding of a link
 * and uses `mso-padding-alt` of the cell instead.
 */
function Button({ label, url, company }: MailModel["button"] & { company: MailCompany }) {
  const { buttonColor, buttonTextColor } = company;
  const cell = { borderRadius: 8, backgroundColor: buttonColor, msoPaddingAlt: "11px 20px" };
  const link = {
    display: "inline-block",
    padding: "10px 20px",
    border: `1px solid ${buttonColor}`,
    borderRadius: 8,
    fontSize: 15,
    lineHeight: "20px",
    fontWeight: 600,
    color: buttonTextColor,
    textDecoration: "none",
  };
  return h(
    "table",
    { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 },
    h(
      "tbody",
      null,
      h(
        Cell,
        { bgcolor: buttonColor, style: cell },
        h("a", { href: url, className: "button", style: link }, label),
      ),
    ),
  );
}

function Footer({ reason, unsubscribeUrl, company, portalUrl }: MailModel) {
  const style = { fontSize: 13, lineHeight: "20px", color: COLORS.muted };
  const link = { color: COLORS.muted, textDecoration: "underline" };
  return h(
    "div",
    { className: "muted", style },
    reason,
    h("br"),
    h(
      "a",
      { href: unsubscribeUrl, className: "muted", style: link },
      "Change what you get or unsubscribe",
    ),
    h("br"),
    h("br"),
    h("bdi", null, company.name),
    " · ",
    h("a", { href: portalUrl, className: "muted", style: link }, new URL(portalUrl).host),
  );
}
