/** Returns the rows of the page table, read from its source. */
export function listPageRows(): {
  path: string;
  page: string;
  access: string;
  adminPage?: string;
}[];
