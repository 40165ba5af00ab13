import { bandOf } from '../chart-kind.ts'
import type { CheckTypeEntry } from '../check-type.ts'
import { testConstruct } from '../playwright/construct.ts'

export const browserType: CheckTypeEntry = {
  name: 'Browser',
  sentence: 'Does a path through your site, written as a Playwright test, work in a real browser?',
  noun: 'check',
  help: 'monitors/browser',
  construct: testConstruct('BrowserCheck'),
  first: null,
  loadForm: () => import('./form.tsx'),
  view: {
    kind: 'runs',
    hasErrorGroups: true,
    detailField: 'browserCheckResult',
    chart: {
      time: 'responseTime',
      band: bandOf('responseTime'),
      second: null,
      loadOwn: () => import('./charts.tsx'),
    },
    loadDetail: () => import('./result.tsx'),
  },
}
