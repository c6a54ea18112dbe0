import type { Random } from "./random.ts";

const VERBS =
  "add allow export import filter sort merge archive share schedule translate remember show hide group rename copy print".split(
    " ",
  );
const NOUNS =
  "dashboard invoice report calendar reminder webhook token comment attachment template column chart notification language keyboard shortcut search result project customer team export currency timesheet budget signature".split(
    " ",
  );
const PLACES =
  "on the phone|in dark mode|for several teams|by e-mail|with one click|before the deadline|in the sidebar|for guests|without a reload|from the command line|per project|in our own colours".split(
    "|",
  );
const REASONS =
  "We do this by hand every week and it takes an hour.|Our customers ask for it in almost every call.|It used to work before the last release.|Other tools of ours can do it already.|Without it we cannot roll this out to the whole company.|A small step would already help a lot.|I would gladly test an early version.|The workaround breaks as soon as two people work at once.".split(
    "|",
  );

/** Builds a title such as `Filter invoice reports on the phone`. */
export function titleFrom(random: Random): string {
  const verb = random.pick(VERBS);
  const words = `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${random.pick(NOUNS)} ${random.pick(NOUNS)}s`;
  return `${words} ${random.pick(PLACES)}`;
}

/** Builds a text of the title and 1 to 12 random sentences. Short texts are the most frequent. */
export function textFrom(random: Random, title: string): string {
  const sentences = [`${title}, please.`];
  for (let n = Math.min(12, random.powerLaw(1.3)); n > 0; n -= 1)
    sentences.push(random.pick(REASONS));
  return sentences.join(" ");
}
