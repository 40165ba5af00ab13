/** When a ping is expected, in words. */
export function heartbeatRhythm({
  period,
  periodUnit,
  grace,
  graceUnit,
}: {
  period: number
  periodUnit: string
  grace: number
  graceUnit: string
}): string {
  const every = countOf(period, periodUnit).replace(/^1 /, '')
  return `expects a ping every ${every}, with ${countOf(grace, graceUnit)} of grace`
}

/** Units come in the plural. */
function countOf(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`
}
