export type Figure = {
  name: string
  value: string
  /** What it is of, or what it means. */
  detail?: string
}

/** Figures beside each other: none stands alone. */
export function FigureStrip({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="bg-card border-line grid grid-cols-2 overflow-hidden rounded-lg border sm:grid-cols-4 xl:grid-cols-8">
      {figures.map(({ name, value, detail }) => (
        <div key={name} className="border-line -mr-px -mb-px min-w-0 border-r border-b px-3 py-1.5">
          <dt className="text-soft truncate text-xs" title={name}>
            {name}
          </dt>
          <dd className="truncate text-lg/6 font-semibold tabular-nums">{value}</dd>
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
