/** As many as a list that is read page by page gives at once. */
export const pageSize = 100

/** The page after the one that was read; undefined after the last. */
export function pageAfter(last: readonly unknown[], _all: unknown, page: number): number | undefined {
  return last.length < pageSize ? undefined : page + 1
}
