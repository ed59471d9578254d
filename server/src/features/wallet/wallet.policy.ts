/** The requested page, counted from 1. */
export type PageQuery = { readonly page: number; readonly page_size: number };

/** Returns offset and limit of a page, and a function for the paging fields of the response (WA-11). */
export function pageOf({ page, page_size: limit }: PageQuery) {
  return {
    skip: (page - 1) * limit,
    limit,
    numbers: (total: number) => ({ page, total_pages: Math.ceil(total / limit), total_count: total }),
  };
}

/** "1 coin", "12.5 coins". */
export const coinLabel = (coins: number): string => (coins === 1 ? '1 coin' : `${coins} coins`);
