// Expected statuses that several areas of the portal share (docs/product-decisions.md "Who may call
// what").

/**
 * Expected statuses of reading an entity. On the product's host, the tenant is the viewer's own
 * company.
 */
export const READ = {
  //               N   A   U   P   C   X   V   S   T   W
  public: /*     */ "401 200 200 200 200 404 200 404 200 200",
  private: /*    */ "401 404 404 404 200 404 404 404 200 200",
  foreign: /*    */ "401 404 404 404 404 200 404 404 404 404",
  foreignPrivate: "401 404 404 404 404 200 404 404 404 404",
  missing: /*    */ "401 404 404 404 404 404 404 404 404 404",
};

/** Expected statuses of writing to an entity that the viewer may read. */
export const WRITE = {
  //               N   A   U   P   C   X   V   S   T   W
  public: /*     */ "401 401 2xx 2xx 2xx 404 2xx 404 2xx 2xx",
  private: /*    */ "401 401 404 404 2xx 404 404 404 2xx 2xx",
  foreign: /*    */ "401 401 404 404 404 2xx 404 404 404 404",
  foreignPrivate: "401 401 404 404 404 2xx 404 404 404 404",
  missing: /*    */ "401 401 404 404 404 404 404 404 404 404",
};

/** Expected statuses of changes that only admins may make. The role is checked before the id. */
export const ADMINISTER = {
  //               N   A   U   P   C   X   V   S   T   W
  public: /*     */ "401 401 403 403 2xx 404 403 404 2xx 2xx",
  private: /*    */ "401 401 403 403 2xx 404 403 404 2xx 2xx",
  foreign: /*    */ "401 401 403 403 404 2xx 403 404 404 404",
  foreignPrivate: "401 401 403 403 404 2xx 403 404 404 404",
  missing: /*    */ "401 401 403 403 404 404 403 404 404 404",
};

/** The same for entities that cannot be private. */
export const ADMINISTER_CATEGORY = {
  public: ADMINISTER.public,
  foreign: ADMINISTER.foreign,
  missing: ADMINISTER.missing,
};

let serial = 0;
export const fresh = (what: string) => `${what}-${String((serial += 1))}`;

export const LIST = "401 200 200 200 200 200 200 200 200 200";
export const CREATE = "401 401 403 403 201 201 403 403 201 201";
export const ADMINS_LIST = "401 401 403 403 200 200 403 403 200 200";
