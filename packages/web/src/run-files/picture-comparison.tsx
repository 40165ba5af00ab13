import { useState } from 'react'
import { Field } from '../parts/field.tsx'
import { Segments } from '../parts/segments.tsx'
import { Picture } from './picture.tsx'
import type { RunFile } from './run-file.ts'

/** The three pictures of a visual comparison; null where there is none. */
type ComparedPictures = { expected: RunFile | null; actual: RunFile | null; diff: RunFile | null }

type View = 'beside' | 'slider' | 'diff'

/** Two pictures beside each other, one over the other, or what differs between them. */
export function PictureComparison({ name, pictures }: { name: string; pictures: ComparedPictures }) {
  const { expected, actual, diff } = pictures
  const [choice, setChoice] = useState<View>('beside')
  const isPair = isThere(expected) && isThere(actual)
  const options = [
    { value: 'beside', label: 'Side by side' } as const,
    ...(isPair ? [{ value: 'slider', label: 'Slider' } as const] : []),
    ...(isThere(diff) ? [{ value: 'diff', label: 'Difference' } as const] : []),
  ]
  const view = options.some(({ value }) => value === choice) ? choice : 'beside'
  const frame = 'border-line max-w-full rounded-md border'
  return (
    <div className="space-y-3">
      {options.length === 1 ? null : (
        <div className="flex">
          <Segments label={`View of ${name}`} options={options} value={view} onChange={setChoice} />
        </div>
      )}
      {view === 'diff' && diff !== null ? (
        <figure>
          <figcaption className="text-soft mb-1 text-xs">Difference: what changed is red</figcaption>
          <Picture file={diff} alt={`Difference of ${name}`} className={frame} />
        </figure>
      ) : view === 'slider' && isThere(expected) && isThere(actual) ? (
        <Slider name={name} expected={expected} actual={actual} />
      ) : (
        <div className="grid gap-3 md:grid-cols-2">
          {(
            [
              ['Expected', expected],
              ['Actual', actual],
            ] as const
          ).map(([title, file]) => (
            <figure key={title} className="min-w-0">
              <figcaption className="text-soft mb-1 text-xs">{title}</figcaption>
              {file === null ? (
                <p className="text-soft">None.</p>
              ) : (
                <Picture file={file} alt={`${title}: ${name}`} className={frame} />
              )}
            </figure>
          ))}
        </div>
      )}
    </div>
  )
}

function isThere(file: RunFile | null): file is RunFile {
  return file !== null && file.missing === null
}

/** The expected picture on the left of the line, the actual one on its right. */
function Slider({ name, expected, actual }: { name: string; expected: RunFile; actual: RunFile }) {
  const [percent, setPercent] = useState(50)
  return (
    <div>
      <Field label="Expected on the left, actual on the right">
        {(control) => (
          <input
            {...control}
            type="range"
            min={0}
            max={100}
            value={percent}
            aria-valuetext={`${percent} % expected`}
            onChange={({ target }) => setPercent(Number(target.value))}
            className="block w-full"
          />
        )}
      </Field>
      <div className="border-line relative mt-2 overflow-hidden rounded-md border">
        <Picture file={expected} alt={`Expected: ${name}`} className="block w-full" />
        <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${percent}%)` }}>
          <Picture file={actual} alt={`Actual: ${name}`} className="block w-full" />
        </div>
        <div
          aria-hidden="true"
          className="bg-accent absolute inset-y-0 w-0.5"
          style={{ left: `${percent}%` }}
        />
      </div>
    </div>
  )
}
