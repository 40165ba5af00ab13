import type { CheckResult } from '../../resources/check-result.ts'

export type BrowserDetail = NonNullable<CheckResult['browserCheckResult']>
export type BrowserPage = BrowserDetail['pages'][number]
export type ConsoleMessage = NonNullable<BrowserDetail['consoleMessages']>[number]
export type NetworkRequest = NonNullable<BrowserDetail['networkRequests']>[number]
export type PageError = NonNullable<BrowserDetail['pageErrors']>[number]
export type SnapshotComparison = BrowserDetail['snapshots'][number]
