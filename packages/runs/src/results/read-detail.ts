import { isRecord } from '@sonde/ground/is-record.ts'
import type { RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { isCheckType } from '@sonde/schema/check-types/check-type.ts'
import { splitLongTexts } from '@sonde/schema/check-types/long-texts.ts'
import { dropUnknown } from '@sonde/schema/validation/drop-unknown.ts'
import { createValidator, type Validate } from '@sonde/schema/validation/validator.ts'
import { WireVerdict } from '@sonde/schema/agents/wire-verdict.ts'

/** Characters of JSON: a detail without its assertions. */
const longestDetail = 65_536
/**
 * Characters of JSON: one assertion with what it found. Counted apart, because a check may have a hundred of
 * them, and each may look at the whole answer: results of such a check are honest and far above the limit.
 */
const longestAssertion = 32_768

type ReadDetail =
  | { detail: unknown }
  /** `isVerdictSound`: it is the detail alone that cannot be read. */
  | { mistakes: readonly unknown[]; isVerdictSound: boolean }

/** What another program sends is not believed to have the form that it should have. */
export function createDetailReader(): (result: RunResult) => ReadDetail {
  const validator = createValidator()
  const validators = new Map<string, Validate>()
  const validateVerdict = validator.compile(WireVerdict, { complete: true })

  return ({ checkType, detail, verdict }) => {
    const kind = isCheckType(checkType) ? kindOf(checkType).run : null
    if (kind === null)
      return { mistakes: [`no agent runs checks of type ${checkType}`], isVerdictSound: false }
    const inVerdict = validateVerdict(verdict)
    if (inVerdict.length > 0) return { mistakes: inVerdict, isVerdictSound: false }
    if (detail === null && verdict.hasErrors) return { detail }
    const validate = validators.get(checkType) ?? validator.compile(kind.detail, { complete: true })
    validators.set(checkType, validate)
    const mistakes = validate(detail)
    if (mistakes.length > 0) return { mistakes, isVerdictSound: true }
    const known = dropUnknown(kind.detail, detail)
    const cleaned = kind.bound?.(known) ?? known
    const tooLong = whatIsTooLong(splitLongTexts(kind.longTexts ?? [], cleaned).detail)
    return tooLong === null ? { detail: cleaned } : { mistakes: [tooLong], isVerdictSound: true }
  }
}

function whatIsTooLong(detail: unknown): string | null {
  const { assertions, ...rest } = isRecord(detail) ? detail : { assertions: [], detail }
  if (JSON.stringify(rest).length > longestDetail) return `the detail is longer than ${longestDetail}`
  for (const [index, assertion] of (Array.isArray(assertions) ? assertions : []).entries()) {
    if (JSON.stringify(assertion).length > longestAssertion) {
      return `assertions.${index} is longer than ${longestAssertion}`
    }
  }
  return null
}
