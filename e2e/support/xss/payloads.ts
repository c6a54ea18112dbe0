import { storedText } from "#contract/storedText.ts";
import { addresses } from "./families/addresses.ts";
import { breakouts } from "./families/breakouts.ts";
import { encodings } from "./families/encodings.ts";
import { handlers } from "./families/handlers.ts";
import { languages } from "./families/languages.ts";
import { parsers } from "./families/parsers.ts";
import { scripts } from "./families/scripts.ts";

/** All payloads without duplicates, in the form in which the portal stores texts. */
export const payloads: readonly string[] = [
  ...new Set(
    [handlers, scripts, breakouts, addresses, parsers, encodings, languages].flat().map(storedText),
  ),
];
