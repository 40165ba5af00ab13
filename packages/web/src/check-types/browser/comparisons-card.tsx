import { useMay } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failed } from '../../parts/states.tsx'
import { acceptSnapshots } from '../../resources/accept-snapshots.ts'
import { PictureComparison } from '../../run-files/picture-comparison.tsx'
import type { RunFile } from '../../run-files/run-file.ts'
import type { SnapshotComparison } from './browser-detail.ts'

const stateWords: Readonly<Record<SnapshotComparison['state'], string>> = {
  DIFFERENT: 'Differs from the expected picture',
  MISSING: 'There is no expected picture yet',
  OTHER_BROWSER: 'The expected picture was made by another version of the browser',
  STORED: 'Stored by this run as the expected picture',
}

/** Visual comparisons that did not simply match. */
export function ComparisonsCard({
  comparisons,
  files,
  isSettled,
  result,
}: {
  comparisons: readonly SnapshotComparison[]
  files: readonly RunFile[]
  /** No more files are expected. */
  isSettled: boolean
  /** Whose pictures can become the expected ones; null for a trial run, which belongs to no saved check. */
  result: { checkId: string; id: string } | null
}) {
  if (comparisons.length === 0) return null
  const byName = new Map(files.map((file) => [file.name, file]))
  const pictureOf = (name: string | null): RunFile | null => {
    if (name === null) return null
    const missing = isSettled ? 'It was not uploaded' : 'It is not uploaded yet'
    return byName.get(name) ?? { name, type: 'screenshot', address: '', bytes: null, missing }
  }
  return (
    <Card title="Visual comparison">
      <ul className="space-y-6">
        {comparisons.map(({ path, state, expected, actual, diff }) => (
          <li key={path} className="min-w-0">
            <div className="mb-2 flex flex-wrap items-center gap-2">
              <p className="min-w-0 flex-1">
                <strong className="break-words">{path}</strong>{' '}
                <span className="text-soft">{stateWords[state]}</span>
              </p>
              {result === null || !byName.has(actual ?? '') ? null : (
                <AcceptButton result={result} path={path} />
              )}
            </div>
            <PictureComparison
              name={path}
              pictures={{
                expected: pictureOf(expected),
                actual: pictureOf(actual),
                diff: pictureOf(diff),
              }}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Only for who may change the check. What was accepted is compared with from the next run on. */
function AcceptButton({ result, path }: { result: { checkId: string; id: string }; path: string }) {
  const mayChange = useMay('READ_WRITE')
  const accepting = useWrite({ write: acceptSnapshots, stale: [['check', result.checkId, 'settings']] })
  if (!mayChange) return null
  return (
    <>
      <Button
        title="Later runs are compared with the actual picture of this run"
        isBusy={accepting.isPending}
        onClick={() => accepting.mutate({ ...result, path })}
      >
        Accept as new
      </Button>
      <span role="status" className="text-soft text-xs">
        {accepting.isSuccess ? 'Accepted: later runs are compared with it' : ''}
      </span>
      {accepting.isError ? <Failed error={accepting.error} /> : null}
    </>
  )
}

/** The files that are shown there. */
export function comparedNames(comparisons: readonly SnapshotComparison[]): Set<string> {
  return new Set(
    comparisons.flatMap(({ expected, actual, diff }) =>
      [expected, actual, diff].filter((name) => name !== null),
    ),
  )
}
