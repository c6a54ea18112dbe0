const FIRST = (
  "Aiko Bram Carla Dmitri Elif Femi Greta Hassan Ines Jonas Kavya Luca Mei Noor Oskar Paula Quentin " +
  "Rosa Sanjay Tomasz Uma Viktor Wanjiru Xavier Yara Zoltan Anneke Birgit Chidi"
).split(" ");
const LAST = (
  "Andersen Bianchi Chen Duarte Eriksen Fontaine Gupta Haddad Ivanova Jansen Kowalska Larsson " +
  "Moreau Nakamura Okafor Petrov Quinn Rossi Santos Tanaka Ulrich Varga Weber Xu Yilmaz Zhang " +
  "Almeida Brandt Castillo Dubois Engel Farah Garcia Horvat Iversen Joshi Keller"
).split(" ");

/**
 * Returns distinct names. Adjacent names have different first and last names. The numbers of first
 * names (29) and of last names (37) have no common divisor, so the combinations repeat only after
 * 1,073 names. Each company uses a different `start`, so that the companies' voters have different
 * names.
 */
export function demoVoterNames(start: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const place = start + index;
    return `${FIRST[place % FIRST.length] ?? ""} ${LAST[place % LAST.length] ?? ""}`;
  });
}
