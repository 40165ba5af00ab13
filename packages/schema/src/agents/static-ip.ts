import { Type, type Static } from 'typebox'
import { component } from '../validation/building-blocks.ts'
import { dataCenterLocations } from './location.ts'

const Ipv4 = component('StaticIpv4Address', Type.String({ format: 'ipv4' }))
const Ipv6Range = component(
  'StaticIpv6CidrRange',
  Type.String({ description: 'CIDR, such as 2001:db8::/64' }),
)

const byRegion = <T>(items: object) =>
  Type.Unsafe<Record<string, T[]>>({
    type: 'object',
    additionalProperties: { type: 'array', items },
  })

export const StaticIpv4List = component('StaticIpv4ListResponse', Type.Array(Ipv4))
export const StaticIpv6List = component('StaticIpv6ListResponse', Type.Array(Ipv6Range))
export const StaticIpv4ByRegion = component('StaticIpv4ByRegionResponse', byRegion<string>(Ipv4))
export const StaticIpv6ByRegion = component('StaticIpv6ByRegionResponse', byRegion<string>(Ipv6Range))
export const StaticIpText = component('StaticIpTextResponse', Type.String())

/** The operator's list of addresses that probes come from, by data-center location. */
export const StaticIpRegistry = Type.Object(
  Object.fromEntries(
    dataCenterLocations.map((code) => [
      code,
      Type.Optional(
        Type.Object(
          {
            ipv4: Type.Optional(Type.Array(Type.String({ format: 'ipv4' }))),
            ipv6: Type.Optional(
              Type.Array(Type.String({ pattern: '^[0-9a-fA-F:.]+/(\\d|[1-9]\\d|1[01]\\d|12[0-8])$' })),
            ),
          },
          { additionalProperties: false },
        ),
      ),
    ]),
  ),
  { additionalProperties: false },
)
export type StaticIpRegistry = Static<typeof StaticIpRegistry>
