import { Type } from 'typebox'
import { component, OneOf } from '../validation/building-blocks.ts'
import { servedBy } from './served-by.ts'

const names = {
  'us-east-1': 'N. Virginia',
  'us-east-2': 'Ohio',
  'us-west-1': 'N. California',
  'us-west-2': 'Oregon',
  'ca-central-1': 'Montreal',
  'sa-east-1': 'São Paulo',
  'eu-west-1': 'Ireland',
  'eu-central-1': 'Frankfurt',
  'eu-west-2': 'London',
  'eu-west-3': 'Paris',
  'eu-north-1': 'Stockholm',
  'eu-south-1': 'Milan',
  'me-south-1': 'Bahrain',
  'ap-southeast-1': 'Singapore',
  'ap-northeast-1': 'Tokyo',
  'ap-east-1': 'Hong Kong',
  'ap-southeast-2': 'Sydney',
  'ap-southeast-3': 'Jakarta',
  'ap-northeast-2': 'Seoul',
  'ap-northeast-3': 'Osaka',
  'ap-south-1': 'Mumbai',
  'af-south-1': 'Cape Town',
} as const

export type DataCenterLocation = keyof typeof names

function isDataCenterLocation(code: string): code is DataCenterLocation {
  return Object.hasOwn(names, code)
}

export const dataCenterLocations: readonly DataCenterLocation[] =
  Object.keys(names).filter(isDataCenterLocation)

export function nameOfLocation(code: DataCenterLocation): string {
  return names[code]
}

/** Null when the code is none of a data center. */
export function dataCenterName(code: string): string | null {
  return isDataCenterLocation(code) ? names[code] : null
}

const PublicLocation = component(
  'PublicLocation',
  Type.Object({
    region: Type.String(),
    name: Type.String(),
    servedBy: OneOf(servedBy, {
      description:
        'AGENT: an agent of the location runs its checks. STAND_IN: this server runs them in place of an agent; it is not at that location.',
    }),
    isThisServer: Type.Boolean({
      description:
        'Whether to use this code for this server. True for one of the locations that it stands in for.',
    }),
  }),
)

export const LocationList = component('LocationList', Type.Array(PublicLocation))
