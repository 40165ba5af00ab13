import type { Answer, Query } from '../api/operation.ts'

/** What one run of a check came to, in full. */
export type CheckResult = Answer<'GET /v1/check-results/{checkId}/{checkResultId}'>
export type AssertionResult = NonNullable<CheckResult['apiCheckResult']>['assertions'][number]
export type ResultPage = Answer<'GET /v2/check-results/{checkId}'>
export type ResultsFilter = Query<'GET /v2/check-results/{checkId}'>

/** As much of a result as a list shows: every field may be missing. */
export type ListedResult = ResultPage['entries'][number]
