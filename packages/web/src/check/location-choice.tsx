import { useNavigate } from '@tanstack/react-router'
import type { ServedBy } from '@sonde/schema/agents/served-by.ts'
import { Place } from '../parts/place.tsx'
import { mostLines } from './chart/colours.ts'
import { placeKey } from './chart/drawings.ts'
import { checkOverviewRoute } from './routes.ts'

/** Which locations have a line. More than there are colours for cannot be told apart. */
export function LocationChoice({
  series,
  shown,
}: {
  series: readonly { runLocation?: string; servedBy?: ServedBy }[]
  shown: readonly string[]
}) {
  const navigate = useNavigate({ from: checkOverviewRoute.fullPath })
  function toggle(location: string): void {
    const locations = shown.includes(location)
      ? shown.filter((one) => one !== location)
      : [...shown, location]
    void navigate({ search: (before) => ({ ...before, locations }), resetScroll: false })
  }
  return (
    <fieldset className="mb-3">
      <legend className="text-soft text-xs">
        Compare locations{series.length > mostLines ? `, at most ${mostLines} at once` : ''}
      </legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {series.map(({ runLocation = '', servedBy }) => {
          const location = placeKey({ runLocation, servedBy })
          const isShown = shown.includes(location)
          return (
            <label key={location} className="inline-flex min-h-8 items-center gap-1.5">
              <input
                type="checkbox"
                checked={isShown}
                disabled={isShown ? shown.length === 1 : shown.length >= mostLines}
                onChange={() => toggle(location)}
              />
              <Place code={runLocation} servedBy={servedBy} />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
