import { dataCenterName } from '@sonde/schema/agents/location.ts'
import { thisServer } from '@sonde/schema/agents/served-by.ts'
import type { Answer } from '../api/operation.ts'

export type DataCenter = Answer<'GET /v1/locations'>[number]

type Choice = { key: string; name: string; note: string }

/**
 * Where a check can run: this server by its code, then the regions with agents, then whatever was chosen before. The
 * others have no agent: this server runs their checks, where it does so at all, and is not there.
 */
export function groupLocations({
  locations,
  codes,
  chosen,
}: {
  locations: readonly DataCenter[]
  codes: readonly string[]
  chosen: readonly string[]
}): { offered: Choice[]; folded: Choice[]; hasStandIns: boolean } {
  const server = locations.filter(({ isThisServer }) => isThisServer)
  const agents = locations.filter(({ servedBy }) => servedBy === 'AGENT')
  const known = new Set([...server, ...agents].map(({ region }) => region))
  const standIns = new Set(
    locations.filter(({ servedBy }) => servedBy === 'STAND_IN').map(({ region }) => region),
  )
  const others = codes
    .filter((code) => !known.has(code))
    .map((code) => ({ key: code, name: dataCenterName(code) ?? code, note: code }))
  return {
    offered: [
      ...server.map(({ region }) => ({ key: region, name: thisServer, note: region })),
      ...agents.map(({ region, name }) => ({ key: region, name, note: `${region}, agent` })),
      ...others
        .filter(({ key }) => chosen.includes(key))
        .map((choice) => ({
          ...choice,
          note: `${choice.key}, ${standIns.has(choice.key) ? 'this server stands in' : 'no agent'}`,
        })),
    ],
    folded: others.filter(({ key }) => !chosen.includes(key)),
    hasStandIns: standIns.size > 0,
  }
}
