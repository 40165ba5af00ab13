/** How many rows a paged list has in all. A page that is not full is the last one and says so without a second query. */
export async function totalOfPage(
  rowCount: number,
  { limit, offset }: { limit: number; offset: number },
  count: () => Promise<number>,
): Promise<number> {
  const isLast = rowCount < limit && (rowCount > 0 || offset === 0)
  return isLast ? offset + rowCount : await count()
}
