import { isRecord } from '@sonde/ground/is-record.ts'
import { mostSharedBytes, type SharedFile } from '@sonde/schema/projects/project-deploy.ts'
import { invalidInput } from '../refusal.ts'

type Payload = Readonly<Record<string, unknown>>

/** Lists of the files that scripts import, and what the scripts themselves are called. */
const fileFields = {
  dependencies: 'scriptPath',
  setupScriptDependencies: 'setupScriptPath',
  tearDownScriptDependencies: 'tearDownScriptPath',
} as const

/** Refuses what would be too much with a copy of its files for each check. */
export function requireFewCopies(payloads: readonly (Payload | null)[], files: readonly SharedFile[]): void {
  let bytes = 0
  for (const payload of payloads) {
    for (const field of Object.keys(fileFields)) {
      const list = payload?.[field]
      if (!Array.isArray(list)) continue
      for (const file of list) if (typeof file === 'number') bytes += files[file]?.content.length ?? 0
    }
  }
  if (bytes <= mostSharedBytes) return
  const [all, most] = [bytes, mostSharedBytes].map((each) => Math.ceil(each / 1024 / 1024))
  const message = `are ${all} MB with a copy for each check that names them; at most ${most} MB are allowed`
  throw invalidInput([{ path: 'sharedFiles', message }])
}

/**
 * A check of code with the files that its scripts import in place of their numbers in the list of the project, where each
 * is sent once, however many checks use it.
 */
export function withSharedFiles(
  payload: Payload,
  files: readonly SharedFile[],
): { payload: Payload } | { mistake: { field: string; message: string } } {
  const filled: Record<string, unknown> = { ...payload }
  for (const [field, pathField] of Object.entries(fileFields)) {
    const list = payload[field]
    if (!Array.isArray(list)) continue
    const named = list.map((file: unknown) => (typeof file === 'number' ? files[file] : file))
    const missing = named.indexOf(undefined)
    if (missing >= 0) {
      const message = `names shared file ${String(list[missing])}; the project has ${files.length}`
      return { mistake: { field: `${field}.${missing}`, message } }
    }
    // The script itself is no file beside it.
    filled[field] = named.filter((file) => !isRecord(file) || file['path'] !== payload[pathField])
  }
  return { payload: filled }
}
