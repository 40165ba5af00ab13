/**
 * A line from the least value to the greatest, with a gap where nothing was measured: unknown is not zero, and no line
 * leads over it. A value between two gaps is a short stroke. Null: nothing was measured at all.
 */
export function sparklinePath(
  values: readonly (number | null)[],
  { width, height }: { width: number; height: number },
): string | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const step = width / Math.max(1, values.length - 1)
  const room = height - 2
  // Equal values are a line in the middle: there is nothing to compare.
  const yOf = (value: number) =>
    most === least ? height / 2 : 1 + room - ((value - least) / (most - least)) * room
  const round = (value: number) => Math.round(value * 10) / 10
  return values
    .map((value, index) => {
      if (value === null) return ''
      const isStart = (values[index - 1] ?? null) === null
      const isAlone = isStart && (values[index + 1] ?? null) === null
      const point = `${round(index * step)} ${round(yOf(value))}`
      return isAlone ? `M${point}h1` : `${isStart ? 'M' : 'L'}${point}`
    })
    .join('')
}
