/** Sizes and id ranges of a generated company. Ids of each kind are consecutive. */
export interface CompanyPlan {
  id: number;
  items: number;
  firstItemId: number;
  /** Number of users. The first user is the company's admin. */
  users: number;
  firstUserId: number;
  /** Number of boards. The last board is private. */
  boards: number;
  firstBoardId: number;
}

/**
 * A company's share of the items is proportional to rank^-SKEW. If there are many companies, the
 * largest company has about 40 % of all items.
 */
const SKEW = 1.5;

/**
 * Plans few large and many small companies, largest first, with exactly `items` items in total.
 * @param isOneCompany whether one company gets all items
 */
export function planCompanies(items: number, isOneCompany = false): CompanyPlan[] {
  const count = isOneCompany ? 1 : Math.min(1000, Math.max(20, Math.round(items / 1000)));
  const weights = Array.from({ length: count }, (_, rank) => (rank + 1) ** -SKEW);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sizes = weights.map((weight) => Math.max(1, Math.floor((items * weight) / total)));
  sizes[0] = (sizes[0] ?? 0) + items - sizes.reduce((sum, size) => sum + size, 0);
  let [firstItemId, firstUserId, firstBoardId] = [1, 1, 1];
  return sizes.map((size, rank) => {
    const boards = size < 50 ? 2 : 6;
    const plan = {
      id: rank + 1,
      items: size,
      firstItemId,
      users: 5 + Math.ceil(size / 8),
      firstUserId,
      boards,
      firstBoardId,
    };
    firstItemId += size;
    firstUserId += plan.users;
    firstBoardId += boards;
    return plan;
  });
}
