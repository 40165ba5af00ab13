/**
 * Every type of check that the API can name, in the order of its document, and whether checks of it can be made.
 * All else follows from this list: whatever must exist for a type is a record over `CheckType`, or over
 * `RunCheckType` for those that agents run, so that the compiler asks for every piece that is missing.
 */
const isSupported = {
  AGENTIC: false,
  API: false,
  BROWSER: false,
  HEARTBEAT: true,
  ICMP: true,
  MULTI_STEP: false,
  TCP: true,
  PLAYWRIGHT: false,
  TRACEROUTE: true,
  URL: true,
  DNS: true,
  SSL: true,
  GRPC: true,
} as const

/** A type that the API can name in a filter, whether or not there are checks of it. */
export type CheckTypeName = keyof typeof isSupported

/** A type of which checks can be made. */
export type CheckType = {
  [Name in CheckTypeName]: (typeof isSupported)[Name] extends true ? Name : never
}[CheckTypeName]

export const checkTypeNames: readonly CheckTypeName[] = keysOf(isSupported)

export function isCheckType(name: string): name is CheckType {
  return Object.entries(isSupported).some(([known, supported]) => supported && known === name)
}

/** Safe because the object is a constant, with no keys beside those of its type. */
function keysOf<Key extends string>(constant: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(constant) as Key[]
}
