import type { CheckResult } from '../../resources/check-result.ts'

type Detail = NonNullable<CheckResult['multiStepCheckResult']>

export type TestError = Detail['errors'][number]
export type TestNode = NonNullable<Detail['steps']>[number]
export type TestLog = Detail['jobLog']
