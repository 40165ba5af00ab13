import { type EndFlags, endOfFlags } from '@sonde/schema/runs/api-verdicts.ts'
import { type Verdict, verdictOfEnd } from '@sonde/schema/runs/verdict.ts'
import { formatMs } from '../../parts/format.ts'
import type { AssertionResult, CheckResult, ListedResult } from '../../resources/check-result.ts'
import { detailOf, troubleIn } from './detail-of.ts'

export function verdictOf(flags: Partial<Pick<CheckResult, keyof EndFlags>>): Verdict {
  return verdictOfEnd(endOfFlags(flags))
}

/** Why a result is not simply passed, in a sentence; null when it is. */
export function reasonOf(result: ListedResult): string | null {
  const detail = detailOf(result)
  const trouble = troubleIn(detail)
  if (result.isCancelled === true) return 'The run was cancelled before it had a verdict.'
  if (result.hasErrors === true) {
    return trouble ?? 'The run could not look at its target: that says nothing about it.'
  }
  const assertionError = detail?.assertions.find(({ error }) => error !== null)
  if (result.hasFailures === true) {
    if (trouble !== null) return trouble
    if (assertionError !== undefined) return sentenceOfAssertion(assertionError)
    if (result.overMaxResponseTime === true) {
      return `It took ${formatMs(result.responseTime)}, longer than its limit allows.`
    }
    return detail === null ? null : 'It was reached, though the check expects it to fail.'
  }
  if (result.isDegraded === true) {
    return trouble ?? 'It was reached, but slower or with more loss than its limit for “degraded” allows.'
  }
  return trouble === null ? null : `It failed, as the check expects: ${trouble}`
}

/** `The status code should equal 200: it is 503` */
function sentenceOfAssertion({
  source,
  property,
  comparison,
  target,
  error,
}: Pick<AssertionResult, 'source' | 'property' | 'comparison' | 'target' | 'error'>): string {
  const what = property === '' ? inWords(source) : `${inWords(source)} ${property}`
  const expectation = target === '' ? inWords(comparison) : `${inWords(comparison)} ${target}`
  return error === null ? `${what} ${expectation}` : `${what} ${expectation}: ${error}`
}

/** `RESPONSE_TIME` and `responseTime` as `response time` */
export function inWords(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
}
