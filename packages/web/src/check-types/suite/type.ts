import { bandOf } from '../chart-kind.ts'
import type { CheckTypeEntry } from '../check-type.ts'

export const suiteType: CheckTypeEntry = {
  name: 'Check suite',
  sentence: 'Do the tests of a whole Playwright project pass?',
  noun: 'check',
  help: 'monitors/suite',
  construct: {
    name: 'PlaywrightCheck',
    // The code lies in the repository that the command uploads it from.
    ownProps: () => ({ codeBundlePath: undefined, cacheHash: undefined, playwrightVersion: undefined }),
  },
  first: null,
  isMadeByCode: true,
  loadForm: () => import('./form.ts'),
  view: {
    kind: 'runs',
    hasErrorGroups: true,
    detailField: 'playwrightCheckResult',
    chart: { time: 'responseTime', band: bandOf('responseTime'), second: null },
    loadDetail: () => import('./result.tsx'),
  },
}
