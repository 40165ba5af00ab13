import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '@sonde/ground/logger.ts'
import { agentGroupName, type FoundGroup } from './own-group.ts'
import { isShortage, readOrNull, readProcess } from '../process-table.ts'
import type { SandboxLimits } from '../sandbox.ts'
import { startedChild } from '../started-child.ts'
import { untilGone } from '../until-gone.ts'

/** What the kernel can keep to a limit for a whole group of processes. */
const limiters = ['memory', 'pids', 'cpu'] as const
export type GroupLimiter = (typeof limiters)[number]

/** A group of processes (cgroup v2) for one run: whatever it starts is in it, and cannot leave. */
export type RunGroup = {
  /** The kernel keeps the memory of the whole tree: nobody else has to watch it. */
  keepsMemory: boolean
  /** A process that writes 0 here, or whose id somebody writes, is in the group from then on. */
  processesFile: string
  enter(pid: number): void
  isEmpty(): boolean
  /** All of it, in one call of the kernel: nothing can fork out of its reach. */
  kill(): void
  /** For which memory processes of it were killed: `own`, beyond its limit; `machine`, when the machine or the agent had none. */
  killedFor(): 'own' | 'machine' | null
  /** With whatever is still in it. */
  remove(): Promise<void>
}

export type RunGroups = {
  limiters: readonly GroupLimiter[]
  /** `memoryFileBytes`: files of the run that lie in memory, beside what its processes may have. Null: there is no group. */
  open(limits: SandboxLimits, options: { memoryFileBytes: number }): RunGroup | null
}

const runGroupPrefix = 'sonde-run-'
/** Linux 5.14. */
const killFile = 'cgroup.kill'
/** As `nice` counts: between groups, that of single processes means nothing. */
const lowPriority = 10

/** Finds out by trying whether runs can have groups of their own. Where they cannot, everything is as it was. */
export async function startRunGroups(
  found: FoundGroup,
  log: Logger,
): Promise<RunGroups | { missing: string }> {
  if ('missing' in found) return found
  const { folder } = found
  try {
    if (!moveInside(folder)) return { missing: `other processes are in the control group ${folder}` }
    await removeLeftovers(folder)
    const groups = createRunGroups(folder, { limiters: enableLimiters(folder), log })
    await tryGroup(groups)
    return groups
  } catch (error) {
    return {
      missing: `the control group ${folder} cannot be divided: ${error instanceof Error ? error.message : error}`,
    }
  }
}

/** A group with children that have limits may have no processes of its own: the agent, and who started it, become a child. */
function moveInside(folder: string): boolean {
  const own = join(folder, agentGroupName)
  mkdirSync(own, { recursive: true })
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const members = processesIn(folder)
    if (members.length === 0) return true
    for (const pid of members) enterGroup(join(own, 'cgroup.procs'), pid)
  }
  return false
}

function enableLimiters(folder: string): GroupLimiter[] {
  const offered = (readOrNull(join(folder, 'cgroup.controllers')) ?? '').trim().split(' ')
  return limiters.filter((name) => {
    if (!offered.includes(name)) return false
    try {
      writeFileSync(join(folder, 'cgroup.subtree_control'), `+${name}`)
      return true
    } catch {
      // The others are as good without it.
      return false
    }
  })
}

async function tryGroup(groups: RunGroups): Promise<void> {
  const mebibyte = 2 ** 20
  const limits = {
    memoryBytes: 64 * mebibyte,
    processes: 8,
    diskBytes: 0,
    fileBytes: 0,
    openFiles: 0,
    processors: 1,
  }
  const group = groups.open(limits, { memoryFileBytes: 0 })
  if (group === null) throw new Error('no group can be made there')
  const child = spawn('/bin/sh', ['-c', 'read -r end'], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  try {
    const pid = await startedChild(child)
    group.enter(pid)
    if (group.isEmpty()) throw new Error('no process gets in there')
    group.kill()
    if (!(await untilGone(() => group.isEmpty()))) throw new Error('it cannot be ended')
  } finally {
    child.kill('SIGKILL')
    await group.remove()
  }
}

/** Of agents that were killed. Those of one that lives are its own. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const [pid, startTime] = name.startsWith(runGroupPrefix)
      ? name.slice(runGroupPrefix.length).split('-').map(Number)
      : []
    if (pid === undefined || readProcess(pid)?.startTime === startTime) continue
    const left = groupAt(join(folder, name), false)
    await left.remove()
  }
}

export function createRunGroups(
  folder: string,
  { limiters: kept, log }: { limiters: readonly GroupLimiter[]; log: Logger },
): RunGroups {
  const owner = `${process.pid}-${readProcess(process.pid)?.startTime ?? 0}`
  let opened = 0
  let hasWarned = false
  return {
    limiters: kept,
    open(limits, { memoryFileBytes }) {
      opened += 1
      const own = join(folder, `${runGroupPrefix}${owner}-${opened}`)
      try {
        mkdirSync(own)
        for (const [name, value] of groupLimits(kept, { ...limits, memoryFileBytes }))
          writeFileSync(join(own, name), value)
        // Missing where the kernel does not count what is swapped out.
        if (kept.includes('memory') && existsSync(join(own, 'memory.swap.max')))
          writeFileSync(join(own, 'memory.swap.max'), '0')
        return groupAt(own, kept.includes('memory'))
      } catch (error) {
        removeFolder(own)
        // The run is watched instead, as on machines without groups.
        if (!hasWarned) log.warn({ err: error }, 'The control group of a scripted run could not be made')
        hasWarned = true
        return null
      }
    },
  }
}

function groupLimits(
  kept: readonly GroupLimiter[],
  { memoryBytes, memoryFileBytes, processes, processors }: SandboxLimits & { memoryFileBytes: number },
): [file: string, value: string][] {
  const periodUs = 100_000
  const files: Record<GroupLimiter, [string, string][]> = {
    memory: [
      ['memory.max', String(memoryBytes + memoryFileBytes)],
      // What is left of a tree without one of its processes proves nothing.
      ['memory.oom.group', '1'],
    ],
    pids: [['pids.max', String(processes)]],
    cpu: [
      ['cpu.weight.nice', String(lowPriority)],
      ...(processors === undefined
        ? []
        : [['cpu.max', `${processors * periodUs} ${periodUs}`] satisfies [string, string]]),
    ],
  }
  return kept.flatMap((name) => files[name])
}

function groupAt(folder: string, keepsMemory: boolean): RunGroup {
  const processesFile = join(folder, 'cgroup.procs')
  const isEmpty = () => !/^populated 1$/m.test(readOrNull(join(folder, 'cgroup.events')) ?? '')
  const kill = () => writeFileSync(join(folder, killFile), '1')
  return {
    keepsMemory,
    processesFile,
    enter: (pid) => enterGroup(processesFile, pid),
    isEmpty,
    kill,
    killedFor() {
      const events = keepsMemory ? eventsIn(folder) : ''
      const count = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(events)?.[1] ?? 0)
      if (count('oom_kill') === 0) return null
      return count('oom') > 0 ? 'own' : 'machine'
    },
    async remove() {
      await untilGone(() => {
        if (!isEmpty()) kill()
        return removeFolder(folder)
      })
    },
  }
}

/** Empty when nobody can look: then nothing is known. */
function eventsIn(folder: string): string {
  try {
    return readOrNull(join(folder, 'memory.events')) ?? ''
  } catch (error) {
    if (isShortage(error)) return ''
    throw error
  }
}

/** What has ended already needs no group. */
function enterGroup(processesFile: string, pid: number): void {
  try {
    writeFileSync(processesFile, String(pid))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function processesIn(folder: string): number[] {
  return readFileSync(join(folder, 'cgroup.procs'), 'latin1').split('\n').filter(Boolean).map(Number)
}

/** False: something is in it, for a moment still. */
function removeFolder(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}
