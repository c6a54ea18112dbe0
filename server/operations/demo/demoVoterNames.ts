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
 * Returns distinct names, with different first and last names in adjacent places. The numbers of
 * first names (29) and of last names (37) have no common divisor, so that the combinations repeat
 * after 1,073 names only. Companies start at different places.
 */
export function demoVoterNames(start: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const place = start + index;
    return `${FIRST[place % FIRST.length] ?? ""} ${LAST[place % LAST.length] ?? ""}`;
  });
}
