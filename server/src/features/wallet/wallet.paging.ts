/** Which page of a list is asked for, from 1. */
export type PageQuery = { readonly page: number; readonly page_size: number };

/** Where a page begins and ends, and the numbers beside it once it is known how many rows there are (WA-11). */
export function pageOf({ page, page_size: limit }: PageQuery) {
  return {
    skip: (page - 1) * limit,
    limit,
    numbers: (total: number) => ({ page, total_pages: Math.ceil(total / limit), total_count: total }),
  };
}
