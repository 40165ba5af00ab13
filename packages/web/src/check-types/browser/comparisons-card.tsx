import { Card } from '../../parts/card.tsx'
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
}: {
  comparisons: readonly SnapshotComparison[]
  files: readonly RunFile[]
  /** No more files are expected. */
  isSettled: boolean
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
            <p className="mb-2">
              <strong className="break-words">{path}</strong>{' '}
              <span className="text-soft">{stateWords[state]}</span>
            </p>
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

/** The files that are shown there. */
export function comparedNames(comparisons: readonly SnapshotComparison[]): Set<string> {
  return new Set(
    comparisons.flatMap(({ expected, actual, diff }) =>
      [expected, actual, diff].filter((name) => name !== null),
    ),
  )
}
