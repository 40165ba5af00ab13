import { createReadStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { DependencyTransport } from '../service/transport.ts'
import type { DependencyCache } from './dependency-cache.ts'
import type { FileCache } from './file-cache.ts'

const mostTries = 3
const firstPauseMs = 1_000

/**
 * Packages of projects that the service keeps, for agents that share them or have no disk that lasts. The service tells the hash
 * that an archive has to have; what cannot be fetched in three tries is installed. `ticket`: of the run, by which the service knows
 * whose they are.
 */
export function createServiceDependencies(deps: {
  transport: DependencyTransport
  /** For archives on their way: one that came before is not fetched again. */
  files: FileCache
  /** Of one entry. */
  mostBytes: number
  waitMs: number
  onWarning(text: string): void
  pauseMs?: (milliseconds: number) => Promise<void>
}): (ticket: string) => DependencyCache {
  const { transport, files, mostBytes, waitMs, onWarning, pauseMs = pause } = deps

  async function fetchOnce(key: string, ticket: string): Promise<string | null> {
    const signal = AbortSignal.timeout(waitMs)
    const found = await transport.fetch({ key, ticket }, signal)
    if (found === null) return null
    const { sha256, body } = found
    const known = await files.find(key, sha256)
    if (known !== null) {
      body.destroy()
      return known
    }
    const { path } = await files.store(key, body, { sha256, most: mostBytes })
    return path
  }

  return (ticket) => ({
    async find(key) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await fetchOnce(key, ticket)
        } catch (error) {
          if (tries === mostTries) {
            onWarning(`The dependencies of earlier runs could not be fetched: ${textOf(error)}`)
            return null
          }
          await pauseMs(firstPauseMs * 2 ** (tries - 1))
        }
      }
    },
    async store(key, archive) {
      const { path, sha256, bytes } = await files.store(key, archive, { sha256: null, most: mostBytes })
      const order = { key, ticket, sha256, bytes }
      await transport.store(order, () => createReadStream(path), AbortSignal.timeout(waitMs))
    },
    async invalidate(key) {
      await files.remove(key)
      await transport.drop({ key, ticket }, AbortSignal.timeout(waitMs)).catch((error: unknown) => {
        // They are not used for this run in any case, and stored anew after it.
        onWarning(`The dependencies of earlier runs could not be thrown away: ${textOf(error)}`)
      })
    },
  })
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
