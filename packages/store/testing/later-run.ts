/** Numbers between 0 and 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}

/**
 * The detail of a later run of the same check: times that differ from run to run, dates of responses, ids of DNS
 * messages, and nothing else. Equal times stay equal, and times that are near stay near.
 */
export function laterRun(detail: unknown, random: () => number): unknown {
  const times = new Map<number, number>()
  const minutes = 1 + Math.floor(random() * 40_000)

  function timeLike(value: number): number {
    const known = times.get(value)
    if (known !== undefined) return known
    const time = Math.round(value * (0.7 + random() * 0.8) * 1000) / 1000
    times.set(value, time)
    return time
  }

  function valueLike(name: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((element) => valueLike(name, element))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, valueLike(key, member)]))
    }
    if (typeof value === 'number') {
      if (name === 'timestamp') return value + 60 * minutes
      return Number.isInteger(value) ? value : timeLike(value)
    }
    if (typeof value !== 'string') return value
    if (name === 'date') return new Date(Date.parse(value) + 60_000 * minutes).toUTCString()
    return value.replace(/ id: \d+/, () => ` id: ${Math.floor(random() * 65_536)}`)
  }

  return valueLike('', detail)
}
