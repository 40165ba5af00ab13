import type { ServedBy } from '@sonde/schema/agents/served-by.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { locationsQuery } from '../resources/locations.ts'
import { privateLocationsQuery } from '../resources/private-locations.ts'
import { placeName, placeText, type PlaceName } from './place-name.ts'

/** Names places; until the locations are read, by what the program itself knows of them. */
export function usePlaceNames(): (code: string, servedBy?: ServedBy | null | undefined) => PlaceName {
  const api = useApi()
  const { data: locations = [] } = useQuery(locationsQuery(api))
  const { data: privateLocations = [] } = useQuery({ ...privateLocationsQuery(api), staleTime: 60_000 })
  const standIns = new Set(
    locations.filter(({ servedBy }) => servedBy === 'STAND_IN').map(({ region }) => region),
  )
  const privateNames = new Map(privateLocations.map(({ slugName, name }) => [slugName, name]))
  return (code, servedBy) => placeName(code, servedBy, { standIns, privateNames })
}

/** The same as one text, where there is room for no more: `This server (eu-central-1)`. */
export function useTextOfPlace(): (code: string, servedBy?: ServedBy | null | undefined) => string {
  const nameOf = usePlaceNames()
  return (code, servedBy) => placeText(nameOf(code, servedBy))
}
