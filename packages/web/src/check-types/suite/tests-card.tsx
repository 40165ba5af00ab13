import { useState } from 'react'
import { formatCount, formatMs } from '../../parts/format.ts'
import { joinClasses } from '../../parts/join-classes.ts'
import { StatusShape } from '../../parts/status/status-shape.tsx'
import { EntriesCard } from '../playwright/entries-card.tsx'
import type { RunFile } from '../../run-files/run-file.ts'
import { AttemptView } from './attempt-view.tsx'
import { outcomeLooks } from './outcome-looks.ts'
import {
  filterTests,
  groupTests,
  hasMore,
  isTestMatch,
  type ListedTest,
  type TestFilter,
} from './suite-tests.ts'

/** As many errors as somebody reads in a row; the others are a press away. */
const mostOpen = 10

const filters = [
  { value: 'all', label: 'All' },
  { value: 'unexpected', label: 'Failed' },
  { value: 'flaky', label: 'Flaky' },
  { value: 'expected', label: 'Passed' },
  { value: 'skipped', label: 'Skipped' },
] as const

/** The tests of a run in their order, by file and project. With failed ones it begins with those alone, opened. */
export function TestsCard({
  tests,
  total,
  files,
}: {
  tests: readonly ListedTest[]
  total: number
  files: readonly RunFile[]
}) {
  const failed = filterTests(tests, 'unexpected')
  const [filter, setFilter] = useState<TestFilter>(failed.length > 0 ? 'unexpected' : 'all')
  const openAtFirst = new Set(failed.slice(0, mostOpen).map(({ id }) => id))
  return (
    <EntriesCard
      title="Tests"
      note={
        tests.length < total
          ? `${formatCount(tests.length)} of ${formatCount(total)} tests are listed, failed and flaky ones first.`
          : null
      }
      filters={filters}
      filter={filter}
      onFilter={setFilter}
      entriesOf={(one) => filterTests(tests, one)}
      isMatch={isTestMatch}
    >
      {(shown) =>
        groupTests(shown).map(({ file, project, tests: own }) => (
          <section key={`${file}\n${project}`} className="border-line border-b last:border-b-0">
            <h3 className="bg-raised flex flex-wrap gap-x-2 px-4 py-1.5 text-xs">
              <span className="min-w-0 font-mono wrap-anywhere">{file}</span>
              {project === '' ? null : <span className="text-soft font-normal">{project}</span>}
            </h3>
            <ul className="divide-line divide-y">
              {own.map((test) => (
                <li key={test.id}>
                  <Entry test={test} files={files} isOpenAtFirst={openAtFirst.has(test.id)} />
                </li>
              ))}
            </ul>
          </section>
        ))
      }
    </EntriesCard>
  )
}

function Entry({
  test,
  files,
  isOpenAtFirst,
}: {
  test: ListedTest
  files: readonly RunFile[]
  isOpenAtFirst: boolean
}) {
  const { attempts } = test
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  if (attempts.length < 2 && !attempts.some(hasMore)) {
    return (
      <div className="px-4 py-1.5">
        <Line test={test} />
      </div>
    )
  }
  return (
    <details className="group" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="block cursor-pointer px-4 py-1.5 focus-visible:outline-offset-[-2px]">
        <Line test={test} canOpen />
      </summary>
      {/* A thousand tests may have failed: what nobody has opened is not drawn. */}
      {isOpen ? (
        <ol className="space-y-3 px-4 pb-3 sm:pl-9">
          {attempts.map((attempt, index) => (
            <li key={index} className="min-w-0">
              <AttemptView
                attempt={attempt}
                number={attempts.length < 2 ? null : index + 1}
                error={index === attempts.length - 1 ? test.error : null}
                files={files}
              />
            </li>
          ))}
        </ol>
      ) : null}
    </details>
  )
}

function Line({ test, canOpen = false }: { test: ListedTest; canOpen?: boolean }) {
  const { title, outcome, attempts } = test
  const { word, status, ink } = outcomeLooks[outcome]
  const durationMs = attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0)
  return (
    <span className="flex min-w-0 items-start gap-2">
      <span className={joinClasses('mt-0.5', ink)}>
        <StatusShape status={status} className="size-3.5" />
        <span className="sr-only">{word}</span>
      </span>
      <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-2">
        <span
          className={joinClasses(
            'min-w-0 wrap-anywhere',
            outcome === 'unexpected' && 'text-bad font-medium',
            outcome === 'skipped' && 'text-soft',
          )}
        >
          {title}
        </span>
        {attempts.length < 2 ? null : (
          <span className="text-soft text-xs whitespace-nowrap">{attempts.length} attempts</span>
        )}
        <span className="text-soft ml-auto pl-2 whitespace-nowrap tabular-nums">
          {outcome === 'skipped' ? 'skipped' : formatMs(durationMs)}
        </span>
      </span>
      <span
        aria-hidden="true"
        className={joinClasses('text-soft w-3 shrink-0 text-center', canOpen && 'group-open:rotate-90')}
      >
        {canOpen ? '▸' : ''}
      </span>
    </span>
  )
}
