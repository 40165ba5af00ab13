import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HttpLogEntry } from '@sonde/schema/check-types/api-check-result.ts'
import type { Scrubber } from '@sonde/scrub/scrubber.ts'
import type { RunFiles } from '../artifacts/artifact-uploads.ts'
import { logFileName, type ScriptPhase } from './script-log.ts'
import { scrubEntries } from './scrub-log.ts'

/** The whole log of an attempt as a file, without secrets. */
export async function writeLogFile(
  log: Readonly<Record<ScriptPhase, readonly HttpLogEntry[]>>,
  { scrubber, folders }: { scrubber: Scrubber; folders: string },
): Promise<RunFiles> {
  await mkdir(folders, { recursive: true })
  const folder = await mkdtemp(join(folders, 'log-'))
  const dispose = removerOf(folder)
  const path = join(folder, logFileName)
  const lines = (['setup', 'teardown'] as const).flatMap((phase) =>
    scrubEntries(log[phase], scrubber).map(
      ({ time, level, msg }) => `${new Date(time).toISOString()} ${phase} ${level} ${msg}\n`,
    ),
  )
  try {
    await writeFile(path, lines.join(''))
  } catch (error) {
    await dispose()
    throw error
  }
  return { files: [{ path, name: logFileName, kind: 'log', contentType: 'text/plain' }], dispose }
}

/** Not beside what has the log in sight: files wait to be uploaded, and would keep all of it in memory meanwhile. */
function removerOf(folder: string): () => Promise<void> {
  return () => rm(folder, { recursive: true, force: true })
}
