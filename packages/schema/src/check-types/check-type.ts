/**
 * Every type of check that the API can name, in the order of its document. Of a type whose checks cannot be made yet
 * it says which field results keep free for it.
 * All else follows from this list: whatever must exist for a type is a record over `CheckType`, or over
 * `RunCheckType` for those that agents run, so that the compiler asks for every piece that is missing.
 */
const types = {
  AGENTIC: { detailField: 'agenticCheckResult', plural: 'agentic checks' },
  API: 'supported',
  BROWSER: 'supported',
  HEARTBEAT: 'supported',
  ICMP: 'supported',
  MULTI_STEP: 'supported',
  TCP: 'supported',
  PLAYWRIGHT: 'supported',
  TRACEROUTE: 'supported',
  URL: 'supported',
  DNS: 'supported',
  SSL: 'supported',
  GRPC: 'supported',
} as const

/** A type that the API can name in a filter, whether or not there are checks of it. */
export type CheckTypeName = keyof typeof types

/** A type of which checks can be made. */
export type CheckType = {
  [Name in CheckTypeName]: (typeof types)[Name] extends 'supported' ? Name : never
}[CheckTypeName]

export const checkTypeNames: readonly CheckTypeName[] = keysOf(types)

export function isCheckType(name: string): name is CheckType {
  return Object.entries(types).some(([known, support]) => support === 'supported' && known === name)
}

type PlannedType = Exclude<(typeof types)[CheckTypeName], 'supported' | { detailField: null }>

/** Whose checks cannot be made yet, with the field that results keep free for it. */
export const plannedTypes: readonly PlannedType[] = Object.values(types).filter(
  (type): type is PlannedType => type !== 'supported' && type.detailField !== null,
)

export type PlannedDetailField = PlannedType['detailField']

/**
 * Whether templates of alerts know its response by the variables `API_CHECK_…`. A fact of the name and not of a kind: the
 * sample alert is of such a check before there are any.
 */
export function hasApiVariables(name: CheckTypeName): boolean {
  return name === 'API'
}

/** Safe because the object is a constant, with no keys beside those of its type. */
function keysOf<Key extends string>(constant: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(constant) as Key[]
}
