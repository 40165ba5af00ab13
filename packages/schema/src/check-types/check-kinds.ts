import type { CheckKind, RunNeeds } from './check-kind.ts'
import type { CheckType } from './check-type.ts'
import { apiKind } from './api/kind.ts'
import { browserKind } from './browser/kind.ts'
import { dnsKind } from './dns/kind.ts'
import { grpcKind } from './grpc/kind.ts'
import { heartbeatKind } from './heartbeat/kind.ts'
import { icmpKind } from './icmp/kind.ts'
import { multistepKind } from './multistep/kind.ts'
import { sslKind } from './ssl/kind.ts'
import { suiteKind } from './suite/kind.ts'
import { tcpKind } from './tcp/kind.ts'
import { tracerouteKind } from './traceroute/kind.ts'
import { urlKind } from './url/kind.ts'

const kinds = {
  API: apiKind,
  BROWSER: browserKind,
  MULTI_STEP: multistepKind,
  PLAYWRIGHT: suiteKind,
  ICMP: icmpKind,
  URL: urlKind,
  TCP: tcpKind,
  DNS: dnsKind,
  SSL: sslKind,
  TRACEROUTE: tracerouteKind,
  GRPC: grpcKind,
  HEARTBEAT: heartbeatKind,
} satisfies { [Type in CheckType]: CheckKind & { checkType: Type } }

/** A kind as precisely as it is written. */
export type CheckKindOf<Type extends CheckType> = Type extends keyof typeof kinds
  ? (typeof kinds)[Type]
  : never

/** A type whose checks are run by agents: of the others the kind says `run: null`. */
export type RunCheckType = {
  [Type in CheckType]: CheckKindOf<Type>['run'] extends null ? never : Type
}[CheckType]

const kindByType: Readonly<Record<CheckType, CheckKind>> = kinds

/** In the order in which the API document lists their operations. */
export const checkKinds: readonly CheckKind[] = Object.values(kinds)

export function kindOf(checkType: CheckType): CheckKind {
  return kindByType[checkType]
}

/** Those of which nothing is run. */
export const typesNotRun: readonly CheckType[] = checkKinds.flatMap(({ checkType, run }) =>
  run === null ? [checkType] : [],
)

/** Those whose runs need this. */
export function typesThatNeed(need: keyof RunNeeds): CheckType[] {
  return checkKinds.flatMap(({ checkType, run }) => (run?.needs?.[need] === undefined ? [] : [checkType]))
}

/** Whether it runs tests of its owner: then they send requests themselves, and are given variables. */
export function isTestsType(checkType: CheckType): boolean {
  const { testFile, suite } = kindOf(checkType).run?.needs ?? {}
  return testFile === true || suite === true
}

/** Whether answers tell which variables its checks have. */
export function showsVariables(checkType: CheckType): boolean {
  return Object.hasOwn(kindOf(checkType).answers.v1.properties, 'environmentVariables')
}

/** Whether its checks wait for pings. */
export function isPingedType(checkType: CheckType): boolean {
  return kindOf(checkType).pings !== undefined
}

export function isRunType(checkType: CheckType): checkType is RunCheckType {
  return kindByType[checkType].run !== null
}
