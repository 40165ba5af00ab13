import { Nullable, OneOf } from '../validation/building-blocks.ts'

/** Who runs the checks of a location: an agent that is there, or this server, which stands in for it and is not there. */
export const servedBy = ['AGENT', 'STAND_IN'] as const
export type ServedBy = (typeof servedBy)[number]

export const ServedBy = Nullable(OneOf(servedBy), {
  description:
    'AGENT: an agent of the location ran it. STAND_IN: this server ran it, in place of an agent of the location. ' +
    'Null if nothing ran it, and for results from before this was recorded.',
})

/** What people read of locations that this server stands in for: it never claims to be there. */
export const thisServer = 'This server'

export function nameOfStandIn(codes: readonly string[]): string {
  return `${thisServer} (${codes.join(', ')})`
}

export function servedByOf(isStandIn: boolean): ServedBy
export function servedByOf(isStandIn: boolean | null): ServedBy | null
export function servedByOf(isStandIn: boolean | null): ServedBy | null {
  return isStandIn === null ? null : isStandIn ? 'STAND_IN' : 'AGENT'
}
