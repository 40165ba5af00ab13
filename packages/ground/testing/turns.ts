/** The processor time of this thread meanwhile, in all and in the longest turn of its loop: others do not count. */
export async function turnsOf(act: () => Promise<unknown>): Promise<{ longestMs: number; totalMs: number }> {
  let [longestMs, totalMs] = [0, 0]
  let before = process.threadCpuUsage()
  let isOver = false
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before)
    const turnMs = (user + system) / 1000
    longestMs = Math.max(longestMs, turnMs)
    totalMs += turnMs
    before = process.threadCpuUsage()
  }
  const turn = () => {
    measure()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await act()
  } finally {
    isOver = true
  }
  measure()
  return { longestMs, totalMs }
}
