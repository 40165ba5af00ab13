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

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
