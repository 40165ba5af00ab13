import type { DayHour } from '@sonde/analytics/day-overview.ts'

/** What an hour of a check is drawn as; an hour without a verdict is one that nobody saw. */
export type HourState = 'failed' | 'degraded' | 'passed' | 'no-data'

/** Hours that follow each other and are alike, as one block: one block is a fact, many small bars are noise. */
export type HourBlock = { state: HourState; from: number; length: number }

export function blocksOf(hours: readonly Omit<DayHour, 'startsAt'>[]): HourBlock[] {
  const blocks: HourBlock[] = []
  for (const [from, hour] of hours.entries()) {
    const state = stateOf(hour)
    const last = blocks.at(-1)
    if (last?.state === state) last.length += 1
    else blocks.push({ state, from, length: 1 })
  }
  return blocks
}

function stateOf({ failed, degraded, passed }: Omit<DayHour, 'startsAt'>): HourState {
  if (failed > 0) return 'failed'
  if (degraded > 0) return 'degraded'
  return passed > 0 ? 'passed' : 'no-data'
}

const height = 24

/** Height tells them apart before colour does: full, three quarters, half with a cap, a line at the base. */
const tops: Readonly<Record<HourState, number>> = { failed: 0, degraded: 6, passed: 12, 'no-data': 22 }

/** `label` says in words what is drawn. */
export function hourBarsSvg(hours: readonly Omit<DayHour, 'startsAt'>[], label: string): string {
  const rects = blocksOf(hours).map(({ state, from, length }) => {
    const top = tops[state]
    const cap =
      state === 'passed' ? `<rect class="bar-cap" x="${from}" y="${top}" width="${length}" height="2"/>` : ''
    return `<rect class="bar-${state}" x="${from}" y="${top}" width="${length}" height="${height - top}"/>${cap}`
  })
  return (
    `<svg class="tile__bars" viewBox="0 0 ${Math.max(hours.length, 1)} ${height}" preserveAspectRatio="none" ` +
    `role="img" aria-label="${label}">${rects.join('')}</svg>`
  )
}

/** `1 hour with failures, 3 hours without data` */
export function wordsOfHours(hours: readonly Omit<DayHour, 'startsAt'>[]): string {
  const count = (state: HourState) => hours.filter((hour) => stateOf(hour) === state).length
  const say = (state: HourState, words: string) => {
    const number = count(state)
    return number === 0 ? [] : [`${number} ${number === 1 ? 'hour' : 'hours'} ${words}`]
  }
  const words = [
    ...say('failed', 'with failures'),
    ...say('degraded', 'degraded'),
    ...say('no-data', 'without data'),
  ]
  return `Last ${hours.length} hours: ${words.length === 0 ? 'all passed' : words.join(', ')}`
}
