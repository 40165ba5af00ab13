import type { CheckResult, ListedResult } from './check-result.ts'

/** A run is tried again for at most so long. */
const retriesMs = 15 * 60_000

export type AttemptsAsked = { resultType: 'ATTEMPT' | 'FINAL'; from: number; to: number; nextId?: string }
type Page = { entries: readonly ListedResult[]; nextId: string | null }
type Known = Pick<CheckResult, 'sequenceId' | 'startedAt' | 'resultType' | 'attempts'> & ListedResult

/**
 * All attempts of the run that a result belongs to, the first one first. Lists begin with the newest and hold all runs of
 * the time, of all locations: they are read on until as many attempts are found as the last one counts. `isWhole`: the
 * last one is there, and nothing will come any more.
 */
export async function readAttempts(
  result: Known,
  ask: (asked: AttemptsAsked) => Promise<Page>,
): Promise<{ attempts: ListedResult[]; isWhole: boolean }> {
  if (result.sequenceId === null) return { attempts: [result], isWhole: true }
  const startedAt = Date.parse(result.startedAt)
  const isOfRun = ({ sequenceId }: ListedResult) => sequenceId === result.sequenceId

  async function find(asked: AttemptsAsked, wanted: number): Promise<ListedResult[]> {
    const found: ListedResult[] = []
    if (wanted <= 0) return found
    for (let nextId: string | null | undefined; nextId !== null;) {
      const page = await ask({ ...asked, ...(nextId === undefined ? {} : { nextId }) })
      found.push(...page.entries.filter(isOfRun))
      if (found.length >= wanted) break
      nextId = page.nextId
    }
    return found
  }

  const [final] =
    result.resultType === 'FINAL'
      ? [result]
      : await find({ resultType: 'FINAL', from: startedAt, to: startedAt + retriesMs }, 1)
  // The time ends before the moment that is given.
  const to = final?.startedAt === undefined ? startedAt + retriesMs : Date.parse(final.startedAt) + 1
  const others = final?.attempts === undefined ? Infinity : final.attempts - 1
  const earlier = await find({ resultType: 'ATTEMPT', from: startedAt - retriesMs, to }, others)
  const attempts = [...earlier, ...(final === undefined ? [] : [final])]
  return { attempts: attempts.toSorted(byAttempt), isWhole: final !== undefined }
}

function byAttempt(left: ListedResult, right: ListedResult): number {
  return (left.attempts ?? 0) - (right.attempts ?? 0)
}
