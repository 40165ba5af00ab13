import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { text } from 'node:stream/consumers'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import {
  IcmpEngineError,
  IcmpSocketError,
  type IcmpEngine,
  type Ping,
  type PingRun,
  type PingTarget,
} from '../icmp-engine/ping-run.ts'
import { parsePingOutput } from './parse-ping-output.ts'

export type SystemPingOptions = {
  intervalMs?: number
  windowMs?: number
  platform?: NodeJS.Platform
  /** Added to what is missing: why this is used at all. */
  missing?: readonly string[]
}

/**
 * Where our own engine cannot run: the system's `ping` program, one process per run. What differs: it takes its own
 * times, so there are no kernel stamps of ours and no noise figure; a round trip has the three digits it prints; and
 * once a reply has come it waits for late ones only twice the longest round trip, not the whole window.
 */
export async function startSystemPing(options: SystemPingOptions = {}): Promise<IcmpEngine> {
  const { intervalMs = 500, windowMs = 5000, platform = process.platform, missing = [] } = options
  const isMac = platform === 'darwin'
  const running = new Set<ChildProcess>()
  const isThere = await canRun('ping')
  let isClosed = false

  return {
    capability: {
      ipv4: isThere ? 'system-ping' : 'none',
      ipv6: isThere ? 'system-ping' : 'none',
      kernelTimestamps: false,
      missing: isThere
        ? [...missing]
        : [
            ...missing,
            'ICMP: the program ping is not in PATH; install it (Debian: apt-get install iputils-ping)',
          ],
    },
    async ping(target) {
      target.signal?.throwIfAborted()
      if (isClosed) throw new IcmpEngineError('the ICMP engine is closed')
      const child = spawnPing(target, { intervalMs, windowMs, isMac })
      running.add(child)
      try {
        return await readRun(child, target, { windowMs, isMac })
      } finally {
        running.delete(child)
      }
    },
    async close() {
      isClosed = true
      const ends = [...running].map((child) => once(child, 'close'))
      for (const child of running) child.kill()
      await Promise.all(ends)
    },
  }
}

type Timing = { intervalMs: number; windowMs: number; isMac: boolean }

function spawnPing(
  { address, family, count, signal }: PingTarget,
  { intervalMs, windowMs, isMac }: Timing,
): ChildProcess {
  const program = isMac && family === 'IPv6' ? 'ping6' : 'ping'
  const numbers = ['-n', '-c', String(count), '-i', String(intervalMs / 1000), '-s', '56']
  // Linux counts the wait in seconds, macOS in milliseconds, and its ping6 has none.
  const wait = isMac
    ? program === 'ping'
      ? ['-W', String(windowMs)]
      : []
    : ['-W', String(windowMs / 1000), family === 'IPv4' ? '-4' : '-6']
  return spawn(program, [...numbers, ...wait, address], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The output is read by its English words and points.
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    ...(signal ? { signal } : {}),
  })
}

async function readRun(
  child: ChildProcess,
  { family, count, signal }: PingTarget,
  { windowMs, isMac }: { windowMs: number; isMac: boolean },
): Promise<PingRun> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new IcmpEngineError('ping gives no output')
  // 'error' (an abort, a missing program) rejects this wait.
  const ended = once(child, 'close')
  const [output, complaint] = await Promise.all([text(stdout), text(stderr), ended]).catch(
    (error: unknown) => {
      signal?.throwIfAborted()
      throw new IcmpEngineError(`ping failed: ${error instanceof Error ? error.message : String(error)}`)
    },
  )
  if (child.signalCode !== null) throw new IcmpEngineError('ping stopped before all pings were sent')
  throwWithoutSocket(complaint, family)
  const pings = parsePingOutput(output, { family, count, firstNumber: isMac ? 0 : 1, windowMs })
  const refusal = readRefusal(complaint)
  return {
    pings:
      refusal === null ? pings : pings.map((ping) => (ping.kind === 'lost' ? refuse(ping, refusal) : ping)),
    noiseMs: null,
    hasKernelTimes: false,
  }
}

function throwWithoutSocket(complaint: string, family: IpFamily): void {
  if (/address family not supported/i.test(complaint)) {
    throw new IcmpSocketError('EAFNOSUPPORT', `this system has no ${family}`)
  }
  if (/socket|capability|setuid/i.test(complaint) && /not permitted|permission denied/i.test(complaint)) {
    throw new IcmpSocketError('EPERM', `ping may not open its socket: ${complaint.trim()}`)
  }
}

type RefusalCode = 'ENETUNREACH' | 'EHOSTUNREACH' | 'EPERM' | 'EINVAL'

function readRefusal(complaint: string): RefusalCode | null {
  if (/network is unreachable/i.test(complaint)) return 'ENETUNREACH'
  if (/no route to host/i.test(complaint)) return 'EHOSTUNREACH'
  if (/operation not permitted/i.test(complaint)) return 'EPERM'
  return /invalid argument/i.test(complaint) ? 'EINVAL' : null
}

function refuse({ sequence }: Ping, code: RefusalCode): Ping {
  return { sequence, kind: 'refused', errno: constants.errno[code], code }
}

async function canRun(program: string): Promise<boolean> {
  const child = spawn(program, [], { stdio: 'ignore' })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.once('error', () => resolve(false))
  child.once('exit', () => resolve(true))
  return promise
}
