import type { SuiteVitalName, VitalScore } from '@sonde/schema/check-types/browser/web-vitals.ts'
import { useState } from 'react'
import { Card } from '../../parts/card.tsx'
import { Field } from '../../parts/field.tsx'
import { joinClasses } from '../../parts/join-classes.ts'
import { StatusShape } from '../../parts/status/status-shape.tsx'
import type { BrowserPage } from './browser-detail.ts'
import { formatVital, limitWords, scoreLooks, vitalLabels } from './vital-words.ts'

type MeasuredPage = Pick<BrowserPage, 'url' | 'title'> & {
  webVitals: { [Name in SuiteVitalName]?: { score: VitalScore; value: number } }
  softNavigation?: true
}

/** How the pages felt, one page at a time. `names`: what is measured of a whole document. */
export function VitalsCard({
  pages,
  names,
}: {
  pages: readonly MeasuredPage[]
  names: readonly SuiteVitalName[]
}) {
  const [chosen, setChosen] = useState(0)
  const page = pages[chosen]
  if (page === undefined) return null
  return (
    <Card title="Web Vitals">
      {pages.length === 1 ? (
        <p className="text-soft mb-3 break-all">{page.url}</p>
      ) : (
        <div className="mb-3 max-w-2xl">
          <Field label="Page">
            {(control) => (
              <select
                {...control}
                className="control"
                value={chosen}
                onChange={({ target }) => setChosen(Number(target.value))}
              >
                {pages.map(({ url, title, softNavigation }, index) => (
                  <option key={index} value={index}>
                    {index + 1}. {title === '' ? url : `${title} (${url})`}
                    {softNavigation === true ? ', in the same document' : ''}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      )}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-x-6 gap-y-4">
        {(page.softNavigation === true ? (['INP'] as const) : names).map((name) => {
          const vital = page.webVitals[name]
          const look = vital === undefined ? null : scoreLooks[vital.score]
          return (
            <div key={name} className="min-w-0">
              <dt className="text-soft text-xs">
                {vitalLabels[name]} ({name})
              </dt>
              <dd>
                {vital === undefined || look === null ? (
                  <span className="text-soft">Not measured</span>
                ) : (
                  <span className="flex flex-wrap items-center gap-x-2">
                    <span className="text-base font-semibold tabular-nums">
                      {formatVital(name, vital.value)}
                    </span>
                    <span className={joinClasses('inline-flex items-center gap-1 font-medium', look.ink)}>
                      <StatusShape status={look.shape} className="size-3.5" />
                      {look.word}
                    </span>
                  </span>
                )}
                <span className="text-soft block text-xs">{limitWords(name)}</span>
              </dd>
            </div>
          )
        })}
      </dl>
    </Card>
  )
}
