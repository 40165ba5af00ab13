import { readFileSync } from 'node:fs'
import type { ConnectionLimits } from '@sonde/api/http/connection-limit.ts'
import type { Logger } from '@sonde/ground/logger.ts'

/** What systems that do not tell commonly allow. */
const usualDescriptors = 10_240

/** With fewer, a few hundred clients and checks get into each other's way. */
const enoughDescriptors = 4_096

/** How many files and sockets this process may have open. Node has raised it to what the system allows by then. */
export function readDescriptorLimit(limits: () => string = readLimits): number {
  const text = /^Max open files\s+(?<soft>\S+)/m.exec(limits())?.groups?.['soft']
  if (text === 'unlimited') return Infinity
  return text === undefined ? usualDescriptors : Number(text)
}

function readLimits(): string {
  return process.platform === 'linux' ? readFileSync('/proc/self/limits', 'utf8') : ''
}

/** Half of the descriptors stay for checks and the database, and no address gets more than a quarter of the other half. */
export function connectionLimitsFor(
  descriptors: number,
  wanted: { most: number | null; mostPerAddress: number | null },
): ConnectionLimits {
  const most = wanted.most ?? Math.min(100_000, Math.max(16, Math.floor(descriptors / 2)))
  return { most, mostPerAddress: wanted.mostPerAddress ?? Math.max(16, Math.floor(most / 4)) }
}

export function warnOfFewDescriptors(log: Pick<Logger, 'warn'>, descriptors: number): void {
  if (descriptors >= enoughDescriptors) return
  log.warn(
    { descriptors, wanted: enoughDescriptors },
    `the limit for open files and connections is ${descriptors}: when all are in use, runs end without a verdict; raise the limit ` +
      '(ulimit -n; systemd: LimitNOFILE=; Docker: --ulimit nofile)',
  )
}
