/** Lets those who found nothing to take wait until something comes for them. */
export function createPollWaits() {
  const waiting = new Set<{ agentId: string; hear(places: ReadonlySet<string>): void; end(): void }>()
  const ended = new AbortController()
  let wokenPlaces: Set<string> | null = null

  return {
    /** Once per turn, however many runs came: whoever waits takes all of them. */
    wake(place: string): void {
      if (wokenPlaces !== null) {
        wokenPlaces.add(place)
        return
      }
      const places = new Set([place])
      wokenPlaces = places
      queueMicrotask(() => {
        wokenPlaces = null
        for (const { hear } of waiting) hear(places)
      })
    },

    /** Resolves when runs may have come for the agent, or the wait is over. */
    untilWoken(
      { agentId, serves }: { agentId: string; serves(place: string): boolean },
      waitMs: number,
      signal: AbortSignal,
    ): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(end, waitMs)
        const hear = (places: ReadonlySet<string>) => {
          for (const place of places) {
            if (serves(place)) return end()
          }
        }
        const wait = { agentId, hear, end }
        waiting.add(wait)
        signal.addEventListener('abort', end, { once: true })
        ended.signal.addEventListener('abort', end, { once: true })
        if (signal.aborted || ended.signal.aborted) end()
        function end(): void {
          clearTimeout(timer)
          waiting.delete(wait)
          signal.removeEventListener('abort', end)
          ended.signal.removeEventListener('abort', end)
          resolve()
        }
      })
    },

    endOf(agentId: string): void {
      for (const wait of waiting) if (wait.agentId === agentId) wait.end()
    },

    /** Of this moment, and all that would come. */
    endAll: (): void => ended.abort(),
    hasEnded: (): boolean => ended.signal.aborted,
  }
}
