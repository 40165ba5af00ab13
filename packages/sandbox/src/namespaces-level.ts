import { spawn, type ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { bubblewrapArguments, descriptors, insideFolder, memoryFolders } from './bubblewrap-arguments.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { closeInheritedOnExec } from './close-on-exec.ts'
import { environmentOf } from './environment.ts'
import { launcher, planWithoutPorts, portsVersion } from './launch-plan.ts'
import type { Libc } from './libc.ts'
import { createMachineShortage } from './limits/machine-shortage.ts'
import { shellWithLimits } from './limits/limit-shell.ts'
import { signalGroup, signalProcess } from './process-group.ts'
import { readProcess, treeOf } from './process-table.ts'
import type { NetworkStack, RunNetwork } from './network-stack.ts'
import type { RunGroup, RunGroups } from './limits/run-groups.ts'
import type { SandboxLevel, SandboxLimits, SandboxRequest } from './sandbox.ts'
import { startedChild } from './started-child.ts'
import { supervise, type Exit } from './supervise.ts'
import { systemCallFilter } from './system-call-filter.ts'
import type { Architecture } from './system-calls.ts'
import { untilGone } from './until-gone.ts'
import { createFolderMeter, measureMemorySystems, watchLimits } from './limits/watch-limits.ts'
import type { UserIdSlots } from './user-id-slots.ts'
import { openWorkspace, takePlace } from './workspace.ts'

const lowPriority = 10

export type NamespacesOptions = {
  bwrap: string
  architecture: Architecture
  libc: Libc
  landlockVersion: number
  /** Where the folders of runs are made whose files are collected. */
  folders: string
  log: Logger
  /** Of an agent that is root: each run has a user id of its own outside, too. */
  slots: UserIdSlots | null
  /** Null: the machine lets the agent make none. */
  groups: RunGroups | null
}

const systemResolverFile = '/etc/resolv.conf'

/** Namespaces made by bubblewrap: nothing of the machine is there but its programs, and everything ends with process 1. */
export function createNamespacesLevel(options: NamespacesOptions): SandboxLevel {
  closeInheritedOnExec(options.libc)
  return levelWith(options, null)
}

function levelWith(options: NamespacesOptions, stack: NetworkStack | null): SandboxLevel {
  const filters = {
    listening: systemCallFilter('namespaces', options.architecture, { mayListen: true }),
    plain: systemCallFilter('namespaces', options.architecture, { mayListen: false }),
  }
  function filterFor({ mayListen, hasLocalSockets }: SandboxRequest) {
    return mayListen || hasLocalSockets === true ? filters.listening : filters.plain
  }
  return {
    name: 'namespaces',
    async start(request) {
      const { workspace, keepsFiles } = request
      const place = await takePlace(options, { workspace, needsFolder: keepsFiles })
      const { uid, folder } = place
      let network: RunNetwork | null = null
      let group: RunGroup | null = null
      let child: ChildProcess | null = null
      const release = async (state: { survivors: boolean }) => {
        await network?.close()
        await place.release(state)
      }
      try {
        if (stack !== null) network = await stack.open(uid)
        const hostFolder = folder?.path ?? null
        const memoryFileBytes = memoryFilesOf(request.limits, { hostFolder })
        group = options.groups?.open(request.limits, { memoryFileBytes }) ?? null
        const bwrap = spawnBubblewrap(options, request, { hostFolder, network, uid })
        child = bwrap
        const pid = await startedChild(bwrap)
        const first = await startInside(bwrap, filterFor(request), group)
        const process1 = { pid: first, startTime: readProcess(first)?.startTime ?? 0 }
        const shortage = createMachineShortage({
          folder: hostFolder,
          ...(group?.keepsMemory === true && { oomKills: null }),
        })
        return supervise({
          child: bwrap,
          shortage,
          pid: first,
          folder: insideFolder,
          hostFolder,
          terminate: () => signalGroup(first, 'SIGTERM'),
          kill: () => untilGone(() => killNamespaces(options.libc, bwrap, pid, process1, group)),
          // It is in none of the namespaces that it has made.
          isOutOfReach: true,
          readExit: readShellExit,
          waits: request.waits === true,
          watch(tell) {
            const measureFolder =
              hostFolder === null
                ? null
                : createFolderMeter(hostFolder, { limitBytes: request.limits.diskBytes })
            return watchLimits({
              ...tell,
              shortage,
              limits: request.limits,
              isMemoryKept: group?.keepsMemory === true,
              processes: () => treeOf(first),
              measureDisk: async (members) =>
                measureFolder === null
                  ? await measureMemorySystems(members, [insideFolder, ...memoryFolders])
                  : (await measureMemorySystems(members, memoryFolders)) + (await measureFolder()),
              folder: hostFolder,
            })
          },
          group,
          support: network,
          release,
        })
      } catch (error) {
        // Everything inside ends with it.
        child?.kill('SIGKILL')
        await group?.remove()
        await release({ survivors: false })
        throw error
      }
    },
    openWorkspace: () => openWorkspace(options),
    withNetworks: (networks) => levelWith(options, networks),
  }
}

/** What lies in memory file systems counts as disk of the run, and for the kernel as memory of its group. */
function memoryFilesOf({ diskBytes }: SandboxLimits, place: { hostFolder: string | null }): number {
  return place.hostFolder === null ? diskBytes : Math.floor(diskBytes / 2)
}

const withoutWaiting = 1

/**
 * One pass; true when nothing was left. `bwrap` goes as soon as the program has ended, while process 1 and whoever else is left are
 * still being killed: the kernel lets process 1 end after all others. Then it is the agent's to reap, if the agent adopts orphans.
 */
function killNamespaces(
  libc: Libc,
  bwrap: ChildProcess,
  bwrapId: number,
  process1: { pid: number; startTime: number },
  group: RunGroup | null,
): boolean {
  const hasExited = bwrap.exitCode !== null || bwrap.signalCode !== null
  const entry = readProcess(process1.pid)
  const isThere = entry !== null && entry.startTime === process1.startTime
  if (isThere && !entry.isZombie) {
    signalProcess(process1.pid, 'SIGKILL')
    return false
  }
  if (group !== null && !group.isEmpty()) {
    group.kill()
    return false
  }
  if (!hasExited) signalProcess(bwrapId, 'SIGKILL')
  else if (isThere) libc.waitpid(process1.pid, null, withoutWaiting)
  return hasExited
}

function spawnBubblewrap(
  options: NamespacesOptions,
  request: SandboxRequest,
  { hostFolder, network, uid }: { hostFolder: string | null; network: RunNetwork | null; uid: number | null },
): ChildProcess {
  const { bwrap } = options
  const resolverFile = network?.resolverFile ?? systemResolverFile
  const command = shellWithLimits(request.limits, descriptors.ready, request.command)
  const own = [
    bwrap,
    ...bubblewrapArguments(request, { hostFolder, resolverFile }),
    '--',
    ...command,
  ] as const
  const environment = environmentOf(request, insideFolder)
  const common = { cwd: '/', stdio: eightPipes, detached: true }
  if (network === null && isPortless(request, options)) {
    const { architecture, libc } = options
    const plan = planWithoutPorts(own, {
      ...request,
      environment,
      uid,
      architecture,
      koffi: libc.koffiFile,
      descriptors: eightPipes.length,
    })
    return spawn(process.execPath, [launcher, JSON.stringify(plan)], { ...common, env: {} })
  }
  const [program = bwrap, ...args] = [...(network?.enter ?? []), ...own]
  return spawn(program, args, { ...common, env: environment, ...(uid !== null && { uid, gid: uid }) })
}

const eightPipes = Array<'pipe'>(8).fill('pipe')

/**
 * What listens in the network of the machine could take the place of the agent or the service at their ports. The filter refuses
 * `listen` to all but those who need it for sockets of their own, and to these Landlock does, where the kernel has it. A `bwrap`
 * that gets its rights from its file would lose them.
 */
function isPortless({ mayListen, hasLocalSockets }: SandboxRequest, options: NamespacesOptions): boolean {
  const isSetUser = (statSync(options.bwrap).mode & 0o4000) !== 0
  return hasLocalSockets === true && !mayListen && options.landlockVersion >= portsVersion && !isSetUser
}

/** Process 1 of the namespaces, as the machine numbers it, when the program begins. */
async function startInside(child: ChildProcess, filter: Uint8Array, group: RunGroup | null): Promise<number> {
  const fault = Promise.withResolvers<never>()
  // The promise is raced below; a fault after that is the exit of the program.
  fault.promise.catch(() => {})
  const failed = async () => {
    const words = await text(readable(child, 2))
    fault.reject(new Error(words.trim() || 'bwrap ended without a word'))
  }
  child.once('exit', failed)
  writable(child, descriptors.filter).end(filter)
  const first = await Promise.race([readChildId(readable(child, descriptors.status)), fault.promise])
  lowerPriority(first)
  group?.enter(first)
  writable(child, descriptors.release).end('go')
  const ready = readable(child, descriptors.ready)
  await Promise.race([new Promise((resolve) => ready.once('data', resolve)), fault.promise])
  child.off('exit', failed)
  ready.destroy()
  return first
}

async function readChildId(status: Readable): Promise<number> {
  return new Promise((resolve) => {
    createInterface({ input: status }).on('line', (line) => {
      const id = /"child-pid": (\d+)/.exec(line)?.[1]
      if (id !== undefined) resolve(Number(id))
    })
  })
}

// Shells and `bwrap` tell a signal by a code above 128.
function readShellExit({ code, signal }: Exit): Exit {
  if (code === null || code <= 128) return { code, signal }
  const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
  return isSignal(name) ? { code: null, signal: name } : { code, signal }
}

function isSignal(name: string | undefined): name is NodeJS.Signals {
  return name !== undefined && name in constants.signals
}

function writable(child: ChildProcess, descriptor: number): Writable {
  const stream = child.stdio[descriptor]
  if (!(stream instanceof Writable)) throw new Error(`descriptor ${descriptor} cannot be written`)
  // Whoever ends early does not read to the end: its exit tells why.
  return stream.on('error', () => {})
}

function readable(child: ChildProcess, descriptor: number): Readable {
  const stream: unknown = child.stdio[descriptor]
  if (!(stream instanceof Readable)) throw new Error(`descriptor ${descriptor} cannot be read`)
  return stream.on('error', () => {})
}

/** What has ended already needs none: how it ended says why. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, lowPriority)
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('ESRCH'))) throw error
  }
}
