import { useNavigate } from '@tanstack/react-router'
import type { Stats } from '../resources/check-stats.ts'
import { mostLines } from './chart/colours.ts'
import { locationsIn, shownLocations } from './chart/drawings.ts'
import { checkOverviewRoute } from './routes.ts'

/** Which locations have a line. More than there are colours for cannot be told apart. */
export function LocationChoice({ figures, chosen }: { figures: Stats; chosen: string[] | undefined }) {
  const navigate = useNavigate({ from: checkOverviewRoute.fullPath })
  const known = locationsIn(figures)
  const shown = shownLocations(known, chosen)
  function toggle(location: string): void {
    const next = shown.includes(location) ? shown.filter((one) => one !== location) : [...shown, location]
    void navigate({ search: (before) => ({ ...before, locations: next }), resetScroll: false })
  }
  return (
    <fieldset className="mb-3">
      <legend className="text-soft text-xs">Locations, at most {mostLines}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {known.map((location) => {
          const isShown = shown.includes(location)
          return (
            <label key={location} className="inline-flex min-h-8 items-center gap-1.5">
              <input
                type="checkbox"
                checked={isShown}
                disabled={isShown ? shown.length === 1 : shown.length >= mostLines}
                onChange={() => toggle(location)}
              />
              {location}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
