import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { CliFailure, reasonOf } from './cli-failure.ts'

/**
 * Beside its place first: a full disk must not leave half a file under the name of a whole one. A link stays one, and what
 * is no file, such as /dev/stdout, is written to.
 */
export function writeFile(file: string, text: string, { isSecret }: { isSecret: boolean }): void {
  let unfinished: string | null = null
  try {
    const status = statSync(file, { throwIfNoEntry: false })
    if (status !== undefined && !status.isFile()) return writeFileSync(file, text)
    const target = status === undefined ? file : realpathSync(file)
    unfinished = unfinishedOf(target)
    writeFileSync(unfinished, text, isSecret ? { mode: 0o600 } : {})
    if (isSecret) chmodSync(unfinished, 0o600)
    renameSync(unfinished, target)
  } catch (error) {
    if (unfinished !== null) rmSync(unfinished, { force: true })
    throw new CliFailure(`cannot write ${file}: ${reasonOf(error)}`)
  }
}

/** Before anything is created that a file shall name. */
export function requireWritable(file: string): void {
  const unfinished = unfinishedOf(file)
  try {
    writeFileSync(unfinished, '')
    rmSync(unfinished)
  } catch (error) {
    throw new CliFailure(`cannot write ${file}: ${reasonOf(error)}`)
  }
}

function unfinishedOf(file: string): string {
  return `${file}.unfinished`
}
