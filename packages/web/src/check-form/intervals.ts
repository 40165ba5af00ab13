/** One interval between runs, as the API writes it: in minutes, or 0 and the seconds. */
export type Interval = { frequency: number; frequencyOffset?: number }

/** All that a type may have, the shortest first. */
export function intervalsOf(
  frequencies: readonly unknown[],
  subMinuteSeconds: readonly number[],
): readonly Interval[] {
  const minutes = frequencies.filter((one): one is number => typeof one === 'number' && one > 0)
  return [
    ...subMinuteSeconds.map((seconds) => ({ frequency: 0, frequencyOffset: seconds })),
    ...minutes.map((frequency) => ({ frequency })),
  ]
}

export function inWords({ frequency, frequencyOffset }: Interval): string {
  if (frequency === 0) return `Every ${frequencyOffset ?? '?'} seconds`
  if (frequency === 1) return 'Every minute'
  if (frequency < 60) return `Every ${frequency} minutes`
  if (frequency === 60) return 'Every hour'
  return frequency === 1440 ? 'Every day' : `Every ${frequency / 60} hours`
}

/** `10 s`, `5 min`, `1 h`: as a button has room for. */
export function inShort({ frequency, frequencyOffset }: Interval): string {
  if (frequency === 0) return `${frequencyOffset ?? '?'} s`
  if (frequency < 60) return `${frequency} min`
  return frequency === 1440 ? '1 d' : `${frequency / 60} h`
}

const usual: ReadonlySet<string> = new Set(['10 s', '30 s', '1 min', '5 min', '10 min', '1 h'])

/** What most people want, all in view; the others are asked for. */
export function isUsual(interval: Interval): boolean {
  return usual.has(inShort(interval))
}
