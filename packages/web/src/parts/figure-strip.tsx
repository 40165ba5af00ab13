import { joinClasses } from './join-classes.ts'

export type Figure = {
  name: string
  value: string
  /** What it is of, or what it means. */
  detail?: string
  /** Against the time before; `title` says which and what it was. */
  change?: { words: string; isWorse: boolean; title: string } | null
}

/** Figures beside each other: none stands alone. */
export function FigureStrip({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="bg-card border-line grid grid-cols-2 overflow-hidden rounded-lg border sm:grid-cols-4 xl:grid-cols-8">
      {figures.map(({ name, value, detail, change = null }) => (
        <div
          key={name}
          className="border-line -mr-px -mb-px min-w-0 border-r border-b px-3 py-1.5 xl:max-2xl:px-2"
        >
          <dt className="text-soft truncate text-xs" title={name}>
            {name}
          </dt>
          {/* A figure is never cut: what it changed by goes below it where both do not fit. */}
          <dd className="flex flex-wrap items-baseline gap-x-1">
            <span className="shrink-0 text-lg/6 font-semibold tabular-nums">{value}</span>
            {change === null ? null : (
              <span
                title={change.title}
                className={joinClasses(
                  'shrink-0 text-xs tabular-nums',
                  change.isWorse ? 'text-warn font-semibold' : 'text-soft',
                )}
              >
                {change.words}
                <span className="sr-only"> ({change.title})</span>
              </span>
            )}
          </dd>
          {detail === undefined ? null : (
            <dd className="text-soft truncate text-xs" title={detail}>
              {detail}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
