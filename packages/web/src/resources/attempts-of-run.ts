import type { CheckResult, ListedResult } from './check-result.ts'

/** A run is tried again for at most so long. */
const retriesMs = 15 * 60_000

export type AttemptsRequest = { resultType: 'ATTEMPT' | 'FINAL'; from: number; to: number; nextId?: string }
type Page = { entries: readonly ListedResult[]; nextId: string | null }
type KnownResult = Pick<CheckResult, 'sequenceId' | 'startedAt' | 'resultType' | 'attempts'> & ListedResult

/**
 * All attempts of the run that a result belongs to, the first one first. Lists begin with the newest and hold all runs of
 * the time, of all locations: they are read on until as many attempts are found as the last one counts. `isWhole`: the
 * last one is there, and nothing will come any more.
 */
export async function readAttempts(
  result: KnownResult,
  ask: (request: AttemptsRequest) => Promise<Page>,
): Promise<{ attempts: ListedResult[]; isWhole: boolean }> {
  if (result.sequenceId === null) return { attempts: [result], isWhole: true }
  const startedAt = Date.parse(result.startedAt)
  const isOfRun = ({ sequenceId }: ListedResult) => sequenceId === result.sequenceId

  async function find(request: AttemptsRequest, count: number): Promise<ListedResult[]> {
    const matches: ListedResult[] = []
    if (count <= 0) return matches
    for (let nextId: string | null | undefined; nextId !== null;) {
      const page = await ask({ ...request, ...(nextId === undefined ? {} : { nextId }) })
      matches.push(...page.entries.filter(isOfRun))
      if (matches.length >= count) break
      nextId = page.nextId
    }
    return matches
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
