import { proposeSlug } from "#contract/boards.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { oneLine } from "#contract/storedText.ts";
import { routes } from "#server/app/routes.ts";
import { bounceReportWith } from "#server/checks/fixtures/bounceReport.ts";
import { storedFileOf } from "#server/checks/fixtures/imports/storedFileOf.ts";
import { zipOf } from "#server/checks/fixtures/imports/zipOf.ts";
import { deviceName } from "#server/features/auth/deviceName.ts";
import { proposeSubdomains } from "#server/features/companies/subdomain.policy.ts";
import { withMentionedNames } from "#server/features/imports/sources/fiderTables.ts";
import { readCount } from "#server/features/imports/sources/readCount.ts";
import { EncodingFinder } from "#server/features/imports/sources/decodeText.ts";
import detectEncoding from "#server/features/imports/sources/detectEncoding.ts";
import { readCsvLayout, readCsvRows } from "#server/features/imports/sources/readCsv.ts";
import { orderOf, readDate } from "#server/features/imports/sources/readDate.ts";
import { readFider } from "#server/features/imports/sources/readFider.ts";
import { readJsonArray } from "#server/features/imports/sources/readJsonArray.ts";
import { readJsonLines } from "#server/features/imports/sources/readJsonLines.ts";
import { readNames } from "#server/features/imports/sources/readNames.ts";
import { readUserVoice } from "#server/features/imports/sources/readUserVoice.ts";
import { openZip } from "#server/features/imports/sources/readZip.ts";
import { excerptOf, requireAddress } from "#server/features/imports/sources/recordChecks.ts";
import { splitAnswer } from "#server/features/imports/sources/splitAnswer.ts";
import { isAboutRecipient, responseLine } from "#server/features/mailDelivery/mailRefusal.ts";
import parseBounceReport from "#server/features/mailDelivery/parseBounceReport.ts";
import { mailText } from "#server/features/notificationMails/mailText.ts";
import { isForeignOrigin } from "#server/platform/http/foreignOrigin.ts";
import { readTokenCookie } from "#server/platform/http/hostCookie.ts";
import { matchHost, parseHost } from "#server/platform/http/hosts.ts";
import { decodePosition, substringPattern } from "#server/platform/http/keysetCursor.ts";
import { loggedPath } from "#server/platform/http/loggedPath.ts";
import { readTheme } from "#server/platform/http/theme.ts";
import { mailLine } from "#server/platform/mail/mailLine.ts";
import { csvLine, originalCellText } from "#server/platform/text/csv.ts";

/** A parser of what strangers send. It may refuse an input with an error. */
export interface ForeignParser {
  name: string;
  parse: (text: string) => unknown;
}

/** Texts that parsers look for. Repeated, they make a parser slow that tries again at each place. */
export const TOKENS = [
  ...Array.from("@.-(<,;:\n\t \"'\\/[{%=+~0a"),
  "\r\n",
  "\n\t",
  "a@b.",
  "(a",
  "<a ",
  '"a",',
  "//a",
  '{"a":',
  "1/2/2024 ",
  "%41",
  "a=b; ",
  "--b1\r\n",
  "x--",
  "a b ",
  "550 ",
  "\u202E",
  "\u00AD",
  "\uFDFA",
  "e\u0301\u0323",
  "\u0301\u0323",
  "ü.",
  "😀",
  "http://",
];

/** Returns a text of repeated tokens, whole and as the start of a text that no parser accepts. */
export function hostileTexts(token: string, length: number): string[] {
  const repeated = token.repeat(Math.ceil(length / token.length)).slice(0, length);
  return [repeated, `1/2/2024${repeated}\n!`];
}

async function drain(values: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of values);
}

const layoutOf = async (text: string) => readCsvLayout(storedFileOf(text), { encoding: "utf-8" });
async function* asPieces(text: string) {
  for (let start = 0; start < text.length; start += 4096) yield text.slice(start, start + 4096);
}

const USER_VOICE =
  "Idea Id,Idea Title,Idea Description,Public Status Name,Voters Count,User Email Address\n";

/** Readers of files that admins upload. They run in the threads of imports. */
export const IMPORT_PARSERS: readonly ForeignParser[] = [
  {
    name: "the rows of a CSV file",
    parse: async (text) =>
      drain(readCsvRows(storedFileOf(`title,text\n${text}`), await layoutOf("title,text\n"))),
  },
  {
    name: "a file of UserVoice",
    parse: async (text) =>
      drain(readUserVoice(storedFileOf(USER_VOICE + text), await layoutOf(USER_VOICE))),
  },
  {
    name: "the encoding of a CSV file",
    parse: (text) => detectEncoding(Buffer.from(text, "latin1").subarray(0, 32 * 1024)),
  },
  { name: "a JSON array", parse: (text) => drain(readJsonArray(asPieces(text), "a.json")) },
  {
    name: "a text in a JSON array",
    parse: (text) => drain(readJsonArray(asPieces(`[{"a":${JSON.stringify(text)}}]`), "a.json")),
  },
  { name: "JSON Lines", parse: (text) => drain(readJsonLines(asPieces(text), "a.jsonl")) },
  { name: "a ZIP file", parse: (text) => openZip(storedFileOf(`PK\u0003\u0004${text}`), ["a"]) },
  {
    name: "a backup of Fider",
    parse: async (text) =>
      drain(readFider(storedFileOf(await zipOf([{ name: "posts.json", content: text }])))),
  },
  { name: "the mentions in a text of Fider", parse: withMentionedNames },
  { name: "a date", parse: (text) => [readDate(text, null), orderOf(text)] },
  { name: "a number", parse: readCount },
  { name: "a list of tags", parse: (text) => readNames(text, /[,;|]/) },
  { name: "an answer", parse: splitAnswer },
  { name: "an excerpt", parse: (text) => excerptOf(text, text.length) },
  { name: "a person's address", parse: (text) => requireAddress(text, "Ann") },
  { name: "a protected cell", parse: originalCellText },
];

const cookie = { name: "session", isHttps: true };
const hosts = { baseDomain: "hearback.example", previewHosts: ["*.preview.example"] };

const HEADERS_AND_TEXTS: readonly ForeignParser[] = [
  { name: "the layout of a CSV file", parse: layoutOf },
  {
    name: "the pieces of a CSV file",
    parse: (text) => new EncodingFinder().add(Buffer.from(text, "latin1")),
  },
  { name: "a cursor", parse: (text) => decodePosition("date", text, Boolean) },
  {
    name: "the position in a cursor",
    parse: (text) =>
      decodePosition("date", Buffer.from(`["date",${text}`).toString("base64url"), Boolean),
  },
  { name: "a search", parse: substringPattern },
  { name: "the theme's cookie", parse: readTheme },
  { name: "the session's cookie", parse: (text) => readTokenCookie(text, cookie) },
  { name: "a Host header", parse: (text) => matchHost(parseHost(text)?.hostname ?? text, hosts) },
  {
    name: "an Origin header",
    parse: (text) =>
      isForeignOrigin({
        method: "POST",
        headers: { origin: `https://${text}` },
        host: "hearback.example",
        protocol: "https",
      }),
  },
  { name: "a User-Agent header", parse: deviceName },
  { name: "a logged path", parse: loggedPath },
  { name: "the slug of a name", parse: proposeSlug },
  { name: "the subdomains for a name", parse: (text) => proposeSubdomains(text, () => "x") },
  { name: "one line", parse: oneLine },
  { name: "a name in a mail", parse: (text) => mailLine(text) },
  { name: "a text in a mail", parse: (text) => mailText(text) },
  { name: "a cell", parse: (text) => csvLine([text]) },
  { name: "a mail server's response", parse: responseLine },
  {
    name: "the reason of a mail server's response",
    parse: (text) => isAboutRecipient({ response: `550 ${text}`, isToRecipient: false }),
  },
];

const partsOf = ({ body, query, params }: Endpoint) =>
  Object.entries({ body, query, params }).flatMap(([part, schema]) => {
    const { shape = {} } = (schema?._zod.def ?? {}) as {
      shape?: Record<string, NonNullable<typeof schema>>;
    };
    return Object.entries(shape).map(([field, of]) => ({ name: `${field} in a ${part}`, of }));
  });

/** The schemas of all fields of all calls. Fields of one schema are listed once. */
const FIELDS: readonly ForeignParser[] = [
  ...new Map(
    routes
      .flatMap(({ endpoint }) =>
        partsOf(endpoint).map(({ name, of }) => ({
          name: `${name} of ${endpoint.operationId}`,
          of,
        })),
      )
      .map(({ name, of }) => [of, { name, parse: (text: string) => of.safeParse(text) }]),
  ).values(),
];

/** Parsers that run in the serving thread. */
export const SERVING_PARSERS: readonly ForeignParser[] = [...HEADERS_AND_TEXTS, ...FIELDS];

const returned = ["Content-Type: message/rfc822", "", "Subject: x", ""];
const report = (parse: (text: string) => string) => (text: string) =>
  parseBounceReport({ contentType: "message/rfc822", content: Buffer.from(parse(text)) });

/** The parts of a bounce report, which has at most 64 kB and is read in a thread. */
export const REPORT_PARSERS: readonly ForeignParser[] = [
  { name: "a bounce report", parse: report((text) => text) },
  {
    name: "the recipient of a bounce report",
    parse: report((text) =>
      bounceReportWith(returned, [`Final-Recipient: rfc822; ${text}`, "Action: failed"]),
    ),
  },
  {
    name: "the diagnosis in a bounce report",
    parse: report((text) =>
      bounceReportWith(returned, [
        "Final-Recipient: rfc822; a@example.org",
        "Action: failed",
        `Diagnostic-Code: smtp; ${text}`,
      ]),
    ),
  },
  {
    name: "the addresses of a bounce report",
    parse: report((text) => `To: ${text}\r\n${bounceReportWith(returned, [])}`),
  },
  {
    name: "the parts of a bounce report",
    parse: report((text) => bounceReportWith([...returned, text], [])),
  },
];
