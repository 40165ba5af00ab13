import { Type, type Static } from 'typebox'
import { dayMs } from '@sonde/ground/durations.ts'
import { component } from '../validation/building-blocks.ts'

/** Of anything that a run measures: no run lasts longer than a day. */
export const longestMeasuredMs = dayMs
/** Of anything that a run counts, bytes among them. */
export const mostCounted = 1_000_000_000_000

/** Why a probe got no answer, or no further. Codes and messages: docs/results.md. */
export const ProbeError = component(
  'ProbeError',
  Type.Object({
    code: Type.String({ maxLength: 100 }),
    message: Type.String({ maxLength: 10_000 }),
    syscall: Type.Optional(Type.String({ maxLength: 100 })),
    errno: Type.Optional(Type.Number()),
    hostname: Type.Optional(Type.String({ maxLength: 2048 })),
    address: Type.Optional(Type.String({ maxLength: 100 })),
    port: Type.Optional(Type.Number()),
    phase: Type.Optional(Type.String({ maxLength: 100 })),
  }),
)
export type ProbeError = Static<typeof ProbeError>

/** Our own trouble, whatever kept a probe from looking at its target. */
export const notRunCauses = [
  'no-permission',
  'agent-offline',
  'no-resources',
  'no-resolver',
  'noisy',
  'aborted',
  'unreadable-job',
  'internal',
  'agent-lost',
  'no-sandbox',
  'no-runtime',
] as const
export type NotRunCause = (typeof notRunCauses)[number]

/**
 * What a probe found, before it is evaluated. `answered` and `unreachable` speak of the target; `not-run`
 * speaks of us, and never counts against the target.
 */
export type Outcome<Document> =
  | { kind: 'answered'; document: Document }
  | {
      kind: 'unreachable'
      error: ProbeError
      document: Document | null
      /** From the beginning of the attempt to the error; absent where nobody would show it. */
      elapsedMs?: number
    }
  | { kind: 'not-run'; cause: NotRunCause; error: ProbeError }
