import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

const zxcvbn = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });

/** Estimates how hard a password is to guess, from 0 (at once) to 4 (very hard). */
export const strengthOf = (password: string) => zxcvbn.check(password).score;
