import { useNavigate } from '@tanstack/react-router'
import { Place } from '../parts/place.tsx'
import type { Stats } from '../resources/check-stats.ts'
import { mostLines } from './chart/colours.ts'
import { locationsIn, shownLocations } from './chart/drawings.ts'
import { checkOverviewRoute } from './routes.ts'

/** Which locations have a line. More than there are colours for cannot be told apart. */
export function LocationChoice({ figures, selection }: { figures: Stats; selection: string[] | undefined }) {
  const navigate = useNavigate({ from: checkOverviewRoute.fullPath })
  const locations = locationsIn(figures)
  const visibleLocations = shownLocations(locations, selection)
  function toggle(location: string): void {
    const next = visibleLocations.includes(location)
      ? visibleLocations.filter((one) => one !== location)
      : [...visibleLocations, location]
    void navigate({ search: (before) => ({ ...before, locations: next }), resetScroll: false })
  }
  return (
    <fieldset className="mb-3">
      <legend className="text-soft text-xs">Locations, at most {mostLines}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {locations.map((location) => {
          const isShown = visibleLocations.includes(location)
          return (
            <label key={location} className="inline-flex min-h-8 items-center gap-1.5">
              <input
                type="checkbox"
                checked={isShown}
                disabled={isShown ? visibleLocations.length === 1 : visibleLocations.length >= mostLines}
                onChange={() => toggle(location)}
              />
              <Place code={location} />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
