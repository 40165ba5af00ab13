import { readFileSync } from 'node:fs'

// What Linux counts in, on every machine that Node runs on.
const ticksPerSecond = 100

/** The processor time of this process and, on Linux, of the ended processes that it started. */
export function cpuMsOfProcess(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + cpuMsOfEndedChildren()
}

function cpuMsOfEndedChildren(): number {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The name of the program, which comes second, is in brackets and may itself hold blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [userTicks = '0', systemTicks = '0'] = fields.slice(13, 15)
  return ((Number(userTicks) + Number(systemTicks)) * 1000) / ticksPerSecond
}
