import { useDeferredValue, useState, type ReactNode } from 'react'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/segments.tsx'

/** More rows than anybody reads at once; the rest is a press away. */
const firstRows = 100

/** Entries of a run that are chosen by a filter and a search. */
export function EntriesCard<Entry, Filter extends string>({
  title,
  note,
  filters,
  filter,
  onFilter,
  entriesOf,
  isMatch,
  children,
}: {
  title: string
  /** That not all of them are here, or null. */
  note: string | null
  filters: readonly { value: Filter; label: string }[]
  filter: Filter
  onFilter: (filter: Filter) => void
  entriesOf: (filter: Filter) => readonly Entry[]
  isMatch: (entry: Entry, search: string) => boolean
  children: (entries: readonly Entry[]) => ReactNode
}) {
  const [search, setSearch] = useState('')
  const [isWhole, setIsWhole] = useState(false)
  // Typing goes on while a long table is drawn.
  const soughtFor = useDeferredValue(search)
  const matches = entriesOf(filter).filter((entry) => isMatch(entry, soughtFor))
  const shown = isWhole ? matches : matches.slice(0, firstRows)
  const options = filters.map(({ value, label }) => ({ value, label: `${label} ${entriesOf(value).length}` }))
  return (
    <Card
      title={title}
      isFlush
      actions={
        <>
          <input
            type="search"
            aria-label={`Search in ${title.toLowerCase()}`}
            placeholder="Search"
            className="control min-h-7! w-40! py-0.5! md:text-xs"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <Segments
            label={`Shown in ${title.toLowerCase()}`}
            options={options}
            value={filter}
            onChange={onFilter}
          />
        </>
      }
    >
      {shown.length === 0 ? (
        <p className="text-soft p-4" role="status">
          {soughtFor.trim() === '' ? 'None.' : 'Nothing matches the search.'}
        </p>
      ) : (
        children(shown)
      )}
      {shown.length < matches.length ? (
        <p className="p-3">
          <Button onClick={() => setIsWhole(true)}>Show all {matches.length}</Button>
        </p>
      ) : null}
      {note === null ? null : <p className="text-soft px-4 pb-3 text-xs">{note}</p>}
    </Card>
  )
}
