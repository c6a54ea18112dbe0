/** A company of the made data: how much there is of what, and where its ids begin. All ids of a kind are consecutive. */
export interface CompanyPlan {
  id: number;
  items: number;
  firstItemId: number;
  /** The first one is its admin. */
  users: number;
  firstUserId: number;
  /** The last one is private. */
  boards: number;
  firstBoardId: number;
}

/** Shares of the companies fall with their rank to this power: the biggest of very many holds two fifths. */
const SKEW = 1.5;

/** Few big companies and many small ones, biggest first; together so many items exactly. */
export function planCompanies(items: number): CompanyPlan[] {
  const count = Math.min(1000, Math.max(20, Math.round(items / 1000)));
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
