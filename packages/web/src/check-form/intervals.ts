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
