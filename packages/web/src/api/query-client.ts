import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * A form that was saved is left when the next screen is fresh. One slow reading among many, or one that is to be
 * repeated in a minute, must not hold it: that one shows by itself when it has come.
 */
const mostWaitMs = 2_000

/**
 * The library joins an invalidation to a first reading that is under way. What that one brings may have been read
 * before the news, and nothing would read it again: a result that arrives while a screen opens would not be seen until
 * the next one. Here such a query is read once more as soon as its first reading has ended, however often it was
 * invalidated meanwhile.
 */
export class LiveQueryClient extends QueryClient {
  readonly #toBeReadAgain = new WeakSet<Query>()

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstReadings = this.getQueryCache()
      .findAll(filters)
      .filter((query) => query.state.data === undefined && query.state.fetchStatus !== 'idle')
    await atMost(
      mostWaitMs,
      Promise.all([
        super.invalidateQueries(filters, options),
        ...firstReadings.map((query) => this.#readAgain(query)),
      ]),
    )
  }

  async #readAgain(query: Query): Promise<void> {
    if (this.#toBeReadAgain.has(query)) return
    this.#toBeReadAgain.add(query)
    // A reading that failed is repeated like one that brought something.
    await query.promise?.catch(() => undefined)
    this.#toBeReadAgain.delete(query)
    await super.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, patience])
  clearTimeout(timer)
}
