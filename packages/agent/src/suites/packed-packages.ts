import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DependencyCache } from './dependency-cache.ts'
import { runStage, type StageDeps } from './run-stage.ts'
import { streamSuiteFile } from './suite-files.ts'

/** The packages of a project on their way to later runs of its account. */
export function createPackedPackages({
  folders,
  onWarning,
}: {
  /** For files on their way. */
  folders: string
  onWarning(text: string): void
}) {
  let folder: string | null = null

  /** The verdict stands, whatever becomes of them. */
  async function unlessBroken(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      onWarning(`The dependencies could not be kept for later runs: ${why}`)
    }
  }

  return {
    /** As a file of our own, which nothing of the project can reach; null: they are not to be kept. */
    async pack(stage: StageDeps): Promise<string | null> {
      let copy: string | null = null
      await unlessBroken(async () => {
        const { install: timeMs } = stage.limits.stageMs
        const end = await runStage(stage, { job: { stage: 'pack' }, timeMs })
        const path = join(stage.workspace.hostFolder, 'dependencies.tar.gz')
        const archive = end.kind === 'exited' && end.code === 0 ? await streamSuiteFile(path) : null
        if (archive === null) return
        await mkdir(folders, { recursive: true })
        folder = await mkdtemp(join(folders, 'packages-'))
        const target = join(folder, 'dependencies.tar.gz')
        await pipeline(archive, createWriteStream(target, { mode: 0o600 }))
        await rm(path, { force: true })
        copy = target
      })
      return copy
    },
    async keep(archive: string, { cache, key }: { cache: DependencyCache; key: string }): Promise<void> {
      await unlessBroken(() => cache.store(key, createReadStream(archive)))
    },
    async close(): Promise<void> {
      if (folder !== null) await rm(folder, { recursive: true, force: true })
    },
  }
}
