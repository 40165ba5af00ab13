import type { Write } from '@sonde/store/engine/engine.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { takeLiveMark } from '@sonde/store/live/live-changes.ts'
import type { ClusterBus } from './cluster-bus.ts'

/** Many writes of one moment are one poke. */
const pokeEveryMs = 50

/** The same store, which tells all servers when there is something for open pages: each reads it from the database. */
export function pokeLivePages(store: Store, bus: ClusterBus): Store {
  let timer: NodeJS.Timeout | null = null
  let isMore = false

  function poke(): void {
    if (timer !== null) {
      isMore = true
      return
    }
    bus.publish('live', {})
    timer = setTimeout(() => {
      timer = null
      if (!isMore) return
      isMore = false
      poke()
    }, pokeEveryMs)
    timer.unref()
  }

  const write: Write = async (work, options) => {
    let hasNews = false
    const result = await store.write(async (db) => {
      const done = await work(db)
      hasNews = takeLiveMark(db)
      return done
    }, options)
    if (hasNews) poke()
    return result
  }
  return { ...store, write }
}
