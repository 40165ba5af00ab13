/** Why a command did not do what it was asked, in one line. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure'
}

/** Ctrl-C while the server was at work: whether it was done is not known here. */
export class InterruptedWrite extends Error {
  override readonly name = 'InterruptedWrite'
}

/** A preview has found changes, which pipelines see by the exit code. All of it was told already. */
export class PendingChanges extends Error {
  override readonly name = 'PendingChanges'
}

/** What people call the errors of a file system that they meet; the rest keep the words of the system. */
const fileErrors = new Map<unknown, string>([
  ['ENOENT', 'no such file or folder'],
  ['EACCES', 'permission denied'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['ENOSPC', 'the disk is full'],
])

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return ('code' in error ? fileErrors.get(error.code) : undefined) ?? error.message
}
