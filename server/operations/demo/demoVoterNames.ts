const FIRST = [
  "Aiko",
  "Bram",
  "Carla",
  "Dmitri",
  "Elif",
  "Femi",
  "Greta",
  "Hassan",
  "Ines",
  "Jonas",
  "Kavya",
  "Luca",
  "Mei",
  "Noor",
  "Oskar",
];
const LAST = [
  "Andersen",
  "Bianchi",
  "Chen",
  "Duarte",
  "Eriksen",
  "Fontaine",
  "Gupta",
  "Haddad",
  "Ivanova",
  "Jansen",
];

/** Returns a fixed list of distinct names, at most 150. */
export function demoVoterNames(count: number): string[] {
  const all = LAST.flatMap((last, shift) =>
    FIRST.map((_, index) => `${FIRST[(index + shift) % FIRST.length] ?? ""} ${last}`),
  );
  return all.slice(0, count);
}
