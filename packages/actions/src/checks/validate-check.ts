import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { createValidator, type Validate } from '@sonde/schema/validation/validator.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { invalidInput } from '../refusal.ts'
import type { UpdateMode } from './update-mode.ts'

/** Validates what creates or changes a check by the schemas of its type. Each is compiled at its first use. */

const validator = createValidator()

const byType = new Map<unknown, { kind: CheckKind; create: Validate; update: Record<UpdateMode, Validate> }>(
  checkKinds.map((kind) => {
    const merge = validator.compile(kind.patch, { complete: false })
    const strict = validator.compile(kind.update, { complete: false })
    return [
      kind.checkType,
      {
        kind,
        create: validator.compile(kind.create, { complete: true }),
        update: { strict, merge, sparse: merge },
      },
    ]
  }),
)

/** The type that the body of a new check names; throws the refusal when it names none. */
export function kindOfNewCheck(body: unknown): CheckKind {
  if (!isRecord(body)) throw invalidInput([{ path: '', message: 'must be an object' }])
  const { checkType } = body
  const known = byType.get(checkType)
  if (known !== undefined) return known.kind
  const message = checkType === undefined ? 'is required' : `must be one of ${[...byType.keys()].join(', ')}`
  throw invalidInput([{ path: 'checkType', message }])
}

/** By the create schema of the type that the body names; throws the refusal when it names none. */
export function validateNewCheck(body: unknown): readonly Violation[] {
  return byType.get(kindOfNewCheck(body).checkType)?.create(body) ?? []
}

/** Throws the refusal that names every mistake. */
export function requireValidUpdate(kind: CheckKind, body: unknown, mode: UpdateMode): void {
  const violations = byType.get(kind.checkType)?.update[mode](body) ?? []
  if (violations.length > 0) throw invalidInput(violations)
}
