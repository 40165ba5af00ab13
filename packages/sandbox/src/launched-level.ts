import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Logger } from '@sonde/ground/logger.ts'
import { closeInheritedOnExec } from './close-on-exec.ts'
import { launcher, planLaunch, type LaunchPlan, type ProcessMark } from './launch-plan.ts'
import type { Libc } from './libc.ts'
import { createMachineShortage } from './limits/machine-shortage.ts'
import { adoptOrphans, createRunProcesses, type RunProcesses } from './orphans.ts'
import { signalGroup, signalProcess } from './process-group.ts'
import { readOrNull, userIdOf } from './process-table.ts'
import type { RunGroup, RunGroups } from './limits/run-groups.ts'
import type { Sandbox, SandboxLevel, SandboxRequest } from './sandbox.ts'
import { startedChild } from './started-child.ts'
import { supervise } from './supervise.ts'
import type { Architecture } from './system-calls.ts'
import { untilGone } from './until-gone.ts'
import { createFolderMeter, watchLimits } from './limits/watch-limits.ts'
import type { UserIdSlots } from './user-id-slots.ts'
import { openWorkspace, type RunPlace, takePlace } from './workspace.ts'

const statusDescriptor = 4

type LaunchedOptions = {
  architecture: Architecture
  libc: Libc
  landlockVersion: number
  folders: string
  log: Logger
  /** Null: the machine lets the agent make none. */
  groups: RunGroups | null
}

/** A user id of its own for each run, fenced in by Landlock and the filter of system calls. The agent is root. */
export function createUserLevel(options: LaunchedOptions & { slots: UserIdSlots }): SandboxLevel {
  prepareAgent(options.libc)
  return {
    name: 'user',
    async start(request) {
      const place = await takePlace(options, { workspace: request.workspace, needsFolder: true })
      const { uid } = place
      if (uid === null) throw new Error('a run of this level has a user id')
      return launch(request, options, {
        level: 'user',
        place,
        uid,
        mark: null,
        otherProcesses: 0,
        isMarked: (pid) => userIdOf(pid) === uid,
        kill: (processes, helpers) => killUser(uid, processes, helpers),
      })
    },
    openWorkspace: () => openWorkspace(options),
  }
}

/** The agent's own user id, fenced in by Landlock and the filter of system calls. The agent is an ordinary user. */
export function createLandlockLevel(options: LaunchedOptions): SandboxLevel {
  prepareAgent(options.libc)
  const own = { ...options, slots: null }
  let started = 0
  return {
    name: 'landlock',
    async start(request) {
      started += 1
      const place = await takePlace(own, { workspace: request.workspace, needsFolder: true })
      const mark = { locks: 1_000_000 + started, realTime: 2_000_000_000 - started }
      return launch(request, options, {
        level: 'landlock',
        place,
        uid: null,
        mark,
        otherProcesses: countTasks(),
        isMarked: (pid) => hasMark(pid, mark),
        kill: (processes) => stopAndKill(processes),
      })
    },
    openWorkspace: () => openWorkspace(own),
  }
}

function prepareAgent(libc: Libc): void {
  closeInheritedOnExec(libc)
  adoptOrphans(libc)
}

type Launch = {
  level: 'user' | 'landlock'
  place: RunPlace
  uid: number | null
  mark: ProcessMark | null
  otherProcesses: number
  isMarked(pid: number): boolean
  /** One pass; true when nothing was left. */
  kill(processes: RunProcesses, helpers: Set<number>): Promise<boolean> | boolean
}

async function launch(request: SandboxRequest, options: LaunchedOptions, own: Launch): Promise<Sandbox> {
  const { folder, release } = own.place
  const group = options.groups?.open(request.limits, { memoryFileBytes: 0 }) ?? null
  try {
    if (folder === null) throw new Error('a run of this level has a folder')
    const plan = planLaunch(request, {
      ...options,
      ...own,
      folder: folder.path,
      processesFile: group?.processesFile ?? null,
      koffi: options.libc.koffiFile,
    })
    const child = spawnLauncher(plan)
    const pid = await startedChild(child)
    await becomesProgram(child)
    const helpers = new Set<number>()
    const shortage = createMachineShortage({
      folder: folder.path,
      ...(group?.keepsMemory === true && { oomKills: null }),
    })
    const processes = createRunProcesses(options.libc, { first: pid, helpers, isMarked: own.isMarked })
    return supervise({
      child,
      pid,
      folder: folder.path,
      hostFolder: folder.path,
      terminate: () => signalGroup(pid, 'SIGTERM'),
      kill: () =>
        untilGone(() => (group === null ? own.kill(processes, helpers) : killGroup(group, processes))),
      readExit: (exit) => exit,
      waits: request.waits === true,
      shortage,
      watch: (tell) =>
        watchLimits({
          ...tell,
          shortage,
          limits: request.limits,
          isMemoryKept: group?.keepsMemory === true,
          processes: () => processes.alive(),
          measureDisk: createFolderMeter(folder.path, { limitBytes: request.limits.diskBytes }),
          folder: folder.path,
        }),
      group,
      release,
    })
  } catch (error) {
    await group?.remove()
    await release({ survivors: false })
    throw error
  }
}

function spawnLauncher(plan: LaunchPlan): ChildProcess {
  return spawn(process.execPath, [launcher, JSON.stringify(plan)], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  })
}

/** The descriptor closes with the `execve` of the launcher; what it has to say before is why there was none. */
async function becomesProgram(child: ChildProcess): Promise<void> {
  const status = child.stdio[statusDescriptor]
  if (status === null || status === undefined || !('read' in status))
    throw new Error('no status of the launcher')
  const words = await text(status)
  if (words !== '') throw new Error(words)
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error('the launcher ended without a word')
}

/** What is dead is still reaped one by one. */
function killGroup(group: RunGroup, processes: RunProcesses): boolean {
  if (!group.isEmpty()) group.kill()
  return group.isEmpty() && processes.areGone()
}

/** As the user itself, in one call of the kernel: nothing can fork out of its reach. */
async function killUser(uid: number, processes: RunProcesses, helpers: Set<number>): Promise<boolean> {
  const child = spawn('/bin/sh', ['-c', 'kill -9 -1'], {
    cwd: '/',
    env: {},
    stdio: 'ignore',
    uid,
    gid: uid,
    timeout: 2000,
    killSignal: 'SIGKILL',
  })
  const pid = await startedChild(child)
  helpers.add(pid)
  const [code] = await once(child, 'exit')
  helpers.delete(pid)
  return code === 0 && processes.areGone()
}

/** Stops all of them before it kills any: what is stopped starts nothing new. */
function stopAndKill(processes: RunProcesses): boolean {
  const stopped = new Set<number>()
  for (;;) {
    const found = processes.alive().filter((pid) => !stopped.has(pid))
    if (found.length === 0) break
    for (const pid of found) {
      signalProcess(pid, 'SIGSTOP')
      stopped.add(pid)
    }
  }
  for (const pid of stopped) signalProcess(pid, 'SIGKILL')
  return stopped.size === 0 && processes.areGone()
}

function hasMark(pid: number, { locks, realTime }: ProcessMark): boolean {
  const limits = readOrNull(`/proc/${pid}/limits`) ?? ''
  const hardLimit = (name: string) => Number(new RegExp(`^${name} +\\S+ +(\\d+) `, 'm').exec(limits)?.[1])
  return hardLimit('Max file locks') === locks && hardLimit('Max realtime timeout') === realTime
}

/** Processes and threads of the whole machine: an upper bound of what counts for the agent's user id. */
function countTasks(): number {
  return Number(readFileSync('/proc/loadavg', 'latin1').split(' ')[3]?.split('/')[1])
}
