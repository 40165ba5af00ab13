import type { TestError } from '../playwright/test-detail.ts'
import { matchesSearch } from '../playwright/matches-search.ts'
import type { SuiteAttempt, SuiteDetail, SuiteStep, SuiteTest } from './suite-detail.ts'

/** `error`: where its last attempt failed, with the code around it; null where that is not known. */
export type ListedTest = SuiteTest & { id: number; error: TestError | null }

export type TestFilter = 'all' | SuiteTest['outcome']

const ranks: Readonly<Record<SuiteTest['outcome'], number>> = {
  unexpected: 0,
  flaky: 1,
  expected: 2,
  skipped: 3,
}

/**
 * The tests with their errors, and the errors that belong to none of them. Errors name the title of their test alone, which others
 * may have as well; both are told in one order, so that the first that fits is the right one.
 */
export function assignErrors(
  tests: readonly SuiteTest[],
  errors: readonly TestError[],
): { tests: ListedTest[]; others: TestError[] } {
  const left = new Set(errors)
  const take = ({ title, outcome, attempts }: SuiteTest): TestError | null => {
    if (outcome !== 'unexpected') return null
    const message = attempts.at(-1)?.error ?? null
    const own = [...left].find((error) => error.test === title && error.message === message)
    if (own !== undefined) left.delete(own)
    return own ?? null
  }
  const listed = tests.map((test, id) => ({ ...test, id, error: take(test) }))
  return { tests: listed, others: [...left] }
}

/** Whether an attempt tells more than how long it took. */
export function hasMore({ error, steps = [], attachments = [] }: SuiteAttempt): boolean {
  return error !== null || steps.length > 0 || attachments.length > 0
}

/** A step that did not end well: then the steps are what somebody looks for. */
export function isOpenStep({ error, durationMs }: SuiteStep): boolean {
  return error !== null || durationMs === null
}

type AttemptError = { message: string; location: string | null; snippet: string | null }

/** `known`: the error of the run that belongs to the attempt, in results that tell no places with their attempts. */
export function errorsOf({ error, errors }: SuiteAttempt, known: TestError | null): readonly AttemptError[] {
  if (errors !== undefined) return errors
  if (error === null) return []
  return [{ message: error, location: known?.location ?? null, snippet: known?.snippet ?? null }]
}

/** By file and in it by project, those with trouble first; the rest stays as it was told. */
export function orderTests(tests: readonly ListedTest[]): ListedTest[] {
  return worstFirst(tests, ({ file }) => file).flatMap((ofFile) =>
    worstFirst(ofFile, ({ project }) => project).flatMap((ofProject) => ofProject.toSorted(byRank)),
  )
}

function worstFirst(tests: readonly ListedTest[], keyOf: (test: ListedTest) => string): ListedTest[][] {
  const worst = (group: readonly ListedTest[]) =>
    group.reduce((least, { outcome }) => Math.min(least, ranks[outcome]), ranks.skipped)
  return [...Map.groupBy(tests, keyOf).values()].toSorted((one, other) => worst(one) - worst(other))
}

function byRank(one: ListedTest, other: ListedTest): number {
  return ranks[one.outcome] - ranks[other.outcome]
}

/** Tests in their order, under the file and project that they have in common. */
export function groupTests(
  tests: readonly ListedTest[],
): { file: string; project: string; tests: ListedTest[] }[] {
  const places = Map.groupBy(tests, ({ file, project }) => JSON.stringify([file, project]))
  return [...places.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ file: first.file, project: first.project, tests: group }]
  })
}

export function filterTests(tests: readonly ListedTest[], filter: TestFilter): readonly ListedTest[] {
  return filter === 'all' ? tests : tests.filter(({ outcome }) => outcome === filter)
}

export function isTestMatch({ file, project, title, attempts }: SuiteTest, search: string): boolean {
  const texts = attempts.flatMap(({ error, steps = [] }) => [error, ...steps.map((step) => step.title)])
  return matchesSearch([file, project, title, ...texts], search)
}

/** Null where no test was told: what is not known is not 0. */
export function countTests({ testCounts }: Pick<SuiteDetail, 'testCounts'>): number | null {
  const { passed, failed, flaky, skipped } = testCounts
  return passed + failed + flaky + skipped || null
}

/** What the agent has to say about the run. What the suite writes has other levels; the reason of a verdict is told above it. */
export function noticesIn(log: SuiteDetail['jobLog']): string[] {
  return (log ?? [])
    .filter(({ level, msg }) => level === 'WARN' && !msg.startsWith('Degraded: '))
    .map(({ msg }) => msg)
}
