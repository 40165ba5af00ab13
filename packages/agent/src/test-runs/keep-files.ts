import { mkdtemp, rm, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scrubber } from '@sonde/scrub/scrubber.ts'
import type { RunFiles } from '../artifacts/artifact-uploads.ts'
import type { ArtifactFile } from '../artifacts/upload-artifact.ts'
import { copyLeftFile, type LeftFile, listLeftFiles } from './collect-files.ts'

/** Files of one run on their way from its folder to the service. */
export function createKeptFiles({ onWarning }: { onWarning(text: string): void }) {
  let folder: string | null = null
  const copies: (LeftFile & { copy: string })[] = []

  async function copyFiles(hostFolder: string, brought: ReadonlySet<string>): Promise<void> {
    const left = await listLeftFiles(hostFolder, brought)
    if (left.length === 0) return
    folder = await mkdtemp(join(tmpdir(), 'sonde-files-'))
    for (const [index, file] of left.entries()) {
      const copy = join(folder, String(index))
      if (await copyLeftFile(file.path, copy)) copies.push({ ...file, copy })
    }
  }

  return {
    /** While the folder of the run is still there, and nothing can change it any more. */
    async collect(hostFolder: string, brought: ReadonlySet<string>): Promise<void> {
      try {
        await copyFiles(hostFolder, brought)
      } catch (error) {
        // A folder that its script has closed, or a disk of ours that is full: the verdict of the run is not theirs.
        onWarning(`Not all files of the run are kept: ${error instanceof Error ? error.message : error}`)
      }
    },
    /**
     * Those that are to be uploaded. Traces and videos only `withRecordings`; traces go through `scrub` first, and one that it
     * refuses is left out: it says why.
     */
    async finish({
      withRecordings,
      masks,
      scrub,
    }: {
      withRecordings: boolean
      /** Makes what masks names: the title of a test is part of them. */
      masks(): Scrubber
      scrub(path: string, target: string): Promise<string | null>
    }): Promise<RunFiles> {
      const files: ArtifactFile[] = []
      const names = copies.length === 0 ? null : masks()
      for (const { copy, name, kind, contentType } of copies) {
        const isRecording = kind === 'trace' || kind === 'video'
        if (isRecording && !withRecordings) continue
        const shown = names?.text(name) ?? name
        if (kind !== 'trace') {
          files.push({ path: copy, name: shown, kind, contentType })
          continue
        }
        const target = `${copy}.scrubbed`
        const refusal = await scrub(copy, target).catch((error: unknown) =>
          error instanceof Error ? error.message : String(error),
        )
        await unlink(copy)
        if (refusal === null) files.push({ path: target, name: shown, kind, contentType })
        else onWarning(`The trace ${shown} is not kept: ${refusal}`)
      }
      return { files, dispose }
    },
    dispose,
  }

  async function dispose(): Promise<void> {
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  }
}
