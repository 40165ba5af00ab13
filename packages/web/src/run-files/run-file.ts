/** A file that a run has left behind. `missing` says why it cannot be fetched; null when it can. */
export type RunFile = {
  name: string
  type: string
  address: string
  /** Null where that is not known. */
  bytes: number | null
  missing: string | null
}

/** The files of a run by what is done with them. */
type SortedFiles = {
  /** Those of an error first, then by name; without those that belong to a visual comparison. */
  screenshots: RunFile[]
  videos: RunFile[]
  traces: RunFile[]
  others: RunFile[]
}

/** `compared` are the names of pictures that are shown with their comparison. */
export function sortFiles(files: readonly RunFile[], compared: ReadonlySet<string>): SortedFiles {
  const ofType = (type: string) => files.filter((file) => file.type === type)
  const known = new Set(['screenshot', 'video', 'trace'])
  return {
    screenshots: ofType('screenshot')
      .filter(({ name }) => !compared.has(name))
      .toSorted((left, right) => Number(isOfError(right)) - Number(isOfError(left))),
    videos: ofType('video'),
    traces: ofType('trace'),
    others: files.filter(({ type }) => !known.has(type)),
  }
}

/** Playwright's own name for the picture that it takes when a test fails. */
function isOfError({ name }: Pick<RunFile, 'name'>): boolean {
  return /(?:^|-)test-failed-\d+\.\w+$/.test(name)
}

/** What a screenshot shows, for people who do not see it, and as its title. */
export function screenshotTitle(file: Pick<RunFile, 'name'>): string {
  return isOfError(file) ? 'At the error' : file.name
}

/** How a trace is opened on the computer of whoever has saved it. */
export function traceCommand(name: string): string {
  return `npx playwright show-trace ${quoted(name)}`
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w.@%+=:,/-]+$/.test(word) && !word.startsWith('-')
    ? word
    : `'./${word.replaceAll("'", String.raw`'\''`)}'`
}

/** Files follow their result, and most do so within this time. */
const arrivalMs = 3 * 60_000

/** Whether files may still be on their way from the agent. */
export function mayFollow(endedAt: number, now: number): boolean {
  return now - endedAt < arrivalMs
}
