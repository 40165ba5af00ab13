import { readFileSync } from 'node:fs'

/** Processor time that a process has used so far, with all of its threads. */
export function cpuSecondsOf(pid: number | undefined): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** That of the processes which it has started and which have ended, with theirs. */
export function childCpuSecondsOf(pid: number | undefined): number {
  const fields = statOf(pid)
  return (Number(fields[13]) + Number(fields[14])) / 100
}

function statOf(pid: number | undefined): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
}
