import type { DataCenterLocation } from '@sonde/schema/agents/location.ts'

/** The locations without an agent of their own, whose checks this server runs: all of them are one place. */
export type StandIns = {
  /** The code by which this server is named. */
  location: DataCenterLocation
  /** Those that it stands in for now. */
  locations(): Promise<readonly DataCenterLocation[]>
}
