import { readdirSync, readFileSync } from 'node:fs'

/** Processor time that a process has used so far, with all of its threads. */
export function cpuSecondsOf(pid: number | undefined): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** That of its first thread alone, which in Node is the one with the event loop: not of those that help it, as with garbage. */
export function mainThreadCpuSecondsOf(pid: number | undefined): number {
  const fields = fieldsIn(`/proc/${pid}/task/${pid}/stat`)
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** That of the processes which it has started and which have ended, with theirs. */
export function childCpuSecondsOf(pid: number | undefined): number {
  const fields = statOf(pid)
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** That of a process, of those that it has started, and of those of them that have ended. */
export function treeCpuSecondsOf(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid)
  return [pid, ...children].reduce((sum, each) => sum + cpuOrNone(each), 0) + childCpuSecondsOf(pid)
}

/** Null: it has ended. */
function parentOf(pid: number): number | null {
  try {
    return Number(statOf(pid)[1])
  } catch {
    return null
  }
}

function cpuOrNone(pid: number): number {
  try {
    return cpuSecondsOf(pid)
  } catch {
    return 0
  }
}

function statOf(pid: number | undefined): string[] {
  return fieldsIn(`/proc/${pid}/stat`)
}

function fieldsIn(file: string): string[] {
  return readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
}
