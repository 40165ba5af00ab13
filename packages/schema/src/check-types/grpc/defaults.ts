import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckBefore } from '../check-kind.ts'

/** What only the other mode has, as it is when nobody has set it. */
const unused = {
  HEALTH: { method: null, message: null, protoContent: null, serviceDefinition: 'REFLECTION' },
  BEHAVIOR: { service: null },
} as const

/** On an update that changes the mode, what was stored for the other one, and not sent anew, means nothing any more. */
export function fillGrpcDefaults(check: Record<string, unknown>, before: CheckBefore | null): void {
  const { request } = check
  if (before === null || !isRecord(request)) return
  const { grpcConfig } = request
  if (!isRecord(grpcConfig)) return
  const { mode } = grpcConfig
  if ((mode !== 'HEALTH' && mode !== 'BEHAVIOR') || mode === configIn(before.stored)['mode']) return
  const sent = configIn(before.sent)
  const forgotten = Object.entries(unused[mode]).filter(([name]) => sent[name] === undefined)
  check['request'] = { ...request, grpcConfig: { ...grpcConfig, ...Object.fromEntries(forgotten) } }
}

function configIn(check: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { request } = check
  const config = isRecord(request) ? request['grpcConfig'] : null
  return isRecord(config) ? config : {}
}
