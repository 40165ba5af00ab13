import { type EndFlags, endOfFlags } from '@sonde/schema/runs/api-verdicts.ts'
import { type Verdict, verdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import type { CheckResult, ListedResult } from '../../resources/check-result.ts'
import { detailOf, troubleIn } from './detail-of.ts'

export function verdictOf(flags: Partial<Pick<CheckResult, keyof EndFlags>>): Verdict {
  return verdictOfEnd(endOfFlags(flags))
}

/** Why a result is not simply passed: the sentence of its alert, which the server keeps; null when it is. */
export function reasonOf(result: ListedResult): string | null {
  if (verdictOf(result) !== 'passed') return result.reason ?? 'No reason was recorded.'
  const trouble = troubleIn(detailOf(result))
  return trouble === null ? null : `Failed, as the check expects: ${trouble}`
}
