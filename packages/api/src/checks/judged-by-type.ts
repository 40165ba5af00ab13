import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'

/** A new check of the type that its body names, judged by the create schema of that type. */
export type JudgedByType = {
  /** Throws the refusal when the body names no type. */
  kindIn(body: unknown): CheckKind
  violationsIn(body: unknown): readonly Violation[]
}

export function createJudgedByType(): JudgedByType {
  const validator = createValidator()
  const types = new Map<unknown, { kind: CheckKind; judge: ReturnType<typeof validator.compile> }>(
    checkKinds.map((kind) => [
      kind.checkType,
      { kind, judge: validator.compile(kind.create, { complete: true }) },
    ]),
  )

  function typeIn(body: unknown) {
    if (!isRecord(body)) throw invalidInput([{ path: '', message: 'must be an object' }])
    const { checkType } = body
    const type = types.get(checkType)
    if (type !== undefined) return type
    const message = checkType === undefined ? 'is required' : `must be one of ${[...types.keys()].join(', ')}`
    throw invalidInput([{ path: 'checkType', message }])
  }

  return {
    kindIn: (body) => typeIn(body).kind,
    violationsIn: (body) => typeIn(body).judge(body),
  }
}
