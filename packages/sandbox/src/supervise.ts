import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { MachineShortage } from './limits/machine-shortage.ts'
import type { RunGroup } from './limits/run-groups.ts'
import type { EndOptions, Sandbox, SandboxEnd } from './sandbox.ts'
import type { Support } from './support.ts'
import type { LimitWatch } from './limits/watch-limits.ts'

/** Exit code and signal of the first process. */
export type Exit = Pick<SandboxEnd, 'code' | 'signal'>

/** What the levels do each in their own way. */
export type Confinement = {
  /** Its descriptors 0 to 3 are pipes of ours. */
  child: ChildProcess
  /** The first process, as the machine numbers it. */
  pid: number
  folder: string
  hostFolder: string | null
  /** SIGTERM to the process group. */
  terminate(): void
  /** Kills the whole tree, again and again; false when something is still there after its time. */
  kill(): Promise<boolean>
  /** Nothing inside can send a signal to `child`. */
  isOutOfReach?: boolean
  /** What the exit of `child` says about the first process inside. */
  readExit(exit: Exit): Exit
  /** Nothing but code of ours is in it, until its limits are watched. */
  waits: boolean
  /** Watches limits of the tree that the kernel does not keep. Returns how to stop. */
  watch(tell: Pick<LimitWatch, 'exceed' | 'goBlind'>): () => void
  shortage: MachineShortage
  /** In which its whole tree is; null: there is none. */
  group?: RunGroup | null
  /** What the run stands on beside the machine: its network, say. */
  support?: Support | null
  /** Frees what the run has held, once nothing of its tree is left: folder and slot. */
  release(end: SandboxEnd): Promise<void>
}

const blind = 'The agent had no file descriptors left to watch the run with'
const killedOutside = 'Something outside of the run has killed its sandbox'
const outOfMemory = "The agent's machine has run out of memory, and the kernel has ended the run"

export function supervise(confinement: Confinement): Sandbox {
  const { child, pid, folder, hostFolder, group = null, support = null, shortage } = confinement
  let exceeded: SandboxEnd['exceeded'] = null
  // Ids of processes are used again: nothing is signalled after the tree is gone.
  let isOver = false
  const stuck = Promise.withResolvers<SandboxEnd>()
  let isEnding = false
  const kill = async () => {
    isEnding = true
    const isGone = isOver || (await confinement.kill())
    if (!isGone) stuck.resolve({ code: null, signal: null, exceeded, survivors: true })
  }
  let isBlind = false
  let hasExited = false
  let stopWatch: (() => void) | null = null
  const watch = () => {
    if (hasExited || stopWatch !== null) return
    shortage.begin()
    stopWatch = confinement.watch({
      exceed(limit) {
        exceeded ??= limit
        void kill()
      },
      goBlind() {
        isBlind = true
        void kill()
      },
    })
  }
  if (!confinement.waits) watch()
  // Code that goes on without it would take our trouble for that of its target.
  void support?.broken.then(kill)
  const ended = Promise.race([firstExit(child), stuck.promise]).then(async (exit) => {
    hasExited = true
    stopWatch?.()
    if ('survivors' in exit) return exit
    const fault = support?.fault() ?? null
    const isKilled = confinement.isOutOfReach === true && exit.signal !== null && !isEnding
    const isGone = await confinement.kill()
    isOver = true
    const killedFor = group?.killedFor() ?? null
    if (killedFor === 'own') exceeded ??= 'memory'
    shortage.look()
    const [short, starved] = [shortage.found(), shortage.starved()]
    const lost =
      fault ?? (killedFor === 'machine' ? outOfMemory : isBlind ? blind : isKilled ? killedOutside : null)
    return {
      ...confinement.readExit(exit),
      exceeded,
      survivors: !isGone,
      ...(lost !== null && { lost }),
      ...(short !== null && { short }),
      ...(starved !== null && { starved }),
    }
  })

  let ending: Promise<SandboxEnd> | undefined
  const end = async ({ graceMs, collect }: EndOptions) => {
    isEnding = true
    const over = new AbortController()
    if (!isOver) confinement.terminate()
    await Promise.race([
      ended,
      delay(graceMs, undefined, { signal: over.signal, ref: false }).catch(() => {}),
    ])
    over.abort()
    await kill()
    const result = await ended
    try {
      if (hostFolder !== null) await collect?.(hostFolder)
    } finally {
      if (!result.survivors) await group?.remove()
      await confinement.release(result)
    }
    return result
  }

  return {
    pid,
    folder,
    hostFolder,
    input: quiet(streamOf(child, 0, Writable)),
    output: quiet(streamOf(child, 1, Readable)),
    errors: quiet(streamOf(child, 2, Readable)),
    channel: quiet(streamOf(child, 3, Readable)),
    ended,
    watch,
    end: (options) => (ending ??= end(options)),
  }
}

async function firstExit(child: ChildProcess): Promise<Exit> {
  if (child.exitCode !== null || child.signalCode !== null)
    return { code: child.exitCode, signal: child.signalCode }
  const [code, signal] = await once(child, 'exit')
  return { code, signal }
}

// Code that goes away in the middle of a sentence breaks its pipes. How it ended says more than that, and an error
// without a listener would end the agent.
function quiet<Stream extends Readable | Writable>(stream: Stream): Stream {
  stream.on('error', () => {})
  return stream
}

function streamOf<Stream>(
  child: ChildProcess,
  descriptor: number,
  Kind: abstract new (...args: never[]) => Stream,
): Stream {
  const stream: unknown = child.stdio[descriptor]
  if (!(stream instanceof Kind)) throw new Error(`descriptor ${descriptor} is no pipe`)
  return stream
}
