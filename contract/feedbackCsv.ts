import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { FeedbackQuery } from "./feedbackQuery.ts";

/** The maximum number of items in a CSV file. */
export const CSV_LIMIT = 10_000;

/** The text of the file: RFC 4180, UTF-8 with a byte order mark. */
export const FeedbackCsv = z.string();

export const feedbackCsvApi = {
  download: endpoint({
    operationId: "downloadFeedbackCsv",
    method: "GET",
    path: "/api/feedback.csv",
    summary:
      "What `GET /api/feedback` lists for the same query, as a CSV file of up to 10,000 items. `limit` and `cursor` are ignored.",
    query: FeedbackQuery,
    response: FeedbackCsv,
    status: 200,
    download: "feedback.csv",
    csv: true,
    errors: { 403: [CONFIRM_EMAIL_FIRST] },
  }),
} as const;
