import * as z from "zod/mini";
import { newPassword } from "#contract/fields.ts";

/**
 * Creates a text variable that `test` validates. The error message is "must be" followed by
 * `accepts`, which describes the valid values.
 */
export const matching = (accepts: string, test: (value: string) => boolean) =>
  z.string().check(z.refine(test, `must be ${accepts}`));

export const url = (accepts: string, protocols: readonly string[]) =>
  matching(accepts, (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));

export const databaseUrl = () =>
  url("a URL of the form postgres://user:password@host:5432/database", [
    "postgres:",
    "postgresql:",
  ]);

export const webUrl = () => url("an http or https URL", ["http:", "https:"]);

export const folderPath = () => matching("the path of a folder", (value) => !value.includes("\0"));

export const password = () =>
  matching("a password of 8 to 128 characters", (value) => newPassword.safeParse(value).success);

export const token = () =>
  matching("a token of 16 or more characters without spaces", (value) => /^\S{16,}$/.test(value));

export const flag = () =>
  z.pipe(
    matching("1 or 0", (value) => ["1", "0", "true", "false"].includes(value)),
    z.transform((value: string) => value === "1" || value === "true"),
  );

/** @param meaning text that is appended to the message, for example the unit */
export const wholeNumber = (least: number, most: number, meaning = "") =>
  z.pipe(
    matching(
      `a whole number from ${String(least)} to ${String(most)}${meaning}`,
      (value) => /^\d{1,7}$/.test(value) && Number(value) >= least && Number(value) <= most,
    ),
    z.transform(Number),
  );
