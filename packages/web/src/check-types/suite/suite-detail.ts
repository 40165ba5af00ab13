import type { CheckResult } from '../../resources/check-result.ts'

export type SuiteDetail = NonNullable<CheckResult['playwrightCheckResult']>
export type SuiteTest = NonNullable<SuiteDetail['tests']>[number]
export type SuiteAttempt = SuiteTest['attempts'][number]
export type SuiteStep = NonNullable<SuiteAttempt['steps']>[number]
export type SuiteAttachment = NonNullable<SuiteAttempt['attachments']>[number]
