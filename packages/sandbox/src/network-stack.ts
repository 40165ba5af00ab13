import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { denyRanges, type NetworkPolicy } from './firewall.ts'
import { signalGroup } from './process-group.ts'
import { childrenOf, isShortage, readProcess } from './process-table.ts'
import { startedChild } from './started-child.ts'
import type { Support } from './support.ts'

/** The network of one run: a network namespace whose packets a process of ours passes on. */
export type RunNetwork = Support & {
  /** Put before a program and its arguments, it starts them inside. */
  enter: readonly string[]
  /** What is `/etc/resolv.conf` inside. */
  resolverFile: string
  close(): Promise<void>
}

/** Makes networks for runs, by pasta: nobody connects in, and the machine's own loopback is out of reach. */
export type NetworkStack = {
  /** `uid`: of the run; null: the agent's own. Rejects when there can be none. */
  open(uid: number | null): Promise<RunNetwork>
}

export type NetworkStackOptions = {
  pasta: string
  nft: string
  nsenter: string
  policy: Pick<NetworkPolicy, 'deniedRanges'>
  resolverFile: string
}

/** How long a stack may take to end by itself once its namespace has nobody to keep it. */
const endMs = 1_000

/** Denies first, tells that it has, and keeps the namespace until the agent lets go of its input or has ended. */
const keeper = 'printf %s "$2" | "$1" -f - && echo ready && read -r end'

const noForwarding = ['-t', 'none', '-u', 'none', '-T', 'none', '-U', 'none']

export function createNetworkStack(options: NetworkStackOptions): NetworkStack {
  const rules = stackRules(options.policy)
  const args = ['--quiet', '--foreground', '--config-net', '--no-map-gw', ...noForwarding]
  const command = ['/bin/sh', '-c', keeper, 'sh', options.nft, rules]
  return {
    async open(uid) {
      const child = spawn(options.pasta, [...args, '--', ...command], {
        cwd: '/',
        env: { PATH: '/usr/bin:/bin' },
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
        ...(uid !== null && { uid, gid: uid }),
      })
      // Before that there are no pipes: one for which there were no descriptors has none at all.
      const pid = await startedChild(child)
      child.stdin.on('error', () => {})
      const words = text(child.stderr)
      const close = () => endStack(child, pid)
      try {
        await isReady(child, pid, words)
        const [keeperId] = childrenOf(pid)
        if (keeperId === undefined) throw new Error('pasta has no namespace')
        const enter = ['--preserve-credentials', '--user', '--net', '--target', String(keeperId), '--']
        const { resolverFile } = options
        return { enter: [options.nsenter, ...enter], resolverFile, ...watchStack(child, pid), close }
      } catch (error) {
        await close()
        throw error
      }
    },
  }
}

/** For `nft` inside the namespace, where everything is of the run: all that leaves it is judged. */
function stackRules(policy: Pick<NetworkPolicy, 'deniedRanges'>): string {
  return [
    'table inet sonde {',
    '  chain output {',
    '    type filter hook output priority 0; policy accept;',
    ...denyRanges(policy).map((rule) => `    ${rule}`),
    '  }',
    '}',
    '',
  ].join('\n')
}

async function isReady(
  child: ChildProcess & { stdout: NodeJS.ReadableStream },
  pid: number,
  words: Promise<string>,
): Promise<void> {
  const ended = once(child, 'exit').then(async () => {
    // A start that failed leaves a process that waits for the rest of it, with our pipe in its hands.
    signalGroup(pid, 'SIGKILL')
    throw new Error(`pasta: ${(await words).trim() || 'it ended without a word'}`)
  })
  ended.catch(() => {})
  await Promise.race([once(child.stdout, 'data'), ended])
}

/** Whoever asks may hear of the end before this process was told of it: the errors of the run are as quick. */
function watchStack(child: ChildProcess, pid: number): Support {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || !isAlive(pid)
  const way = () => child.signalCode ?? (child.exitCode === null ? '' : `exit code ${child.exitCode}`)
  return {
    fault: () =>
      hasEnded() ? `The network of the run has broken down: pasta ended ${way()}`.trimEnd() : null,
    broken: new Promise((resolve) => void child.once('exit', () => resolve())),
  }
}

/** Also when nobody can look: then nothing is known to its disadvantage. */
function isAlive(pid: number): boolean {
  try {
    return readProcess(pid)?.isZombie === false
  } catch (error) {
    if (isShortage(error)) return true
    throw error
  }
}

async function endStack(child: ChildProcess, pid: number): Promise<void> {
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  const exit = hasExited() ? Promise.resolve() : once(child, 'exit')
  child.stdin?.end()
  const patience = new AbortController()
  await Promise.race([exit, delay(endMs, undefined, { signal: patience.signal }).catch(() => {})])
  patience.abort()
  signalGroup(pid, 'SIGKILL')
  await exit
}
