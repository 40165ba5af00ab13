import { bandOf } from '../chart-kind.ts'
import type { CheckTypeEntry } from '../check-type.ts'
import { testConstruct } from '../playwright/construct.ts'

export const multistepType: CheckTypeEntry = {
  name: 'Multistep',
  sentence: 'Do several API requests in a row, written as a Playwright test, work together?',
  noun: 'check',
  help: 'monitors/multistep',
  construct: testConstruct('MultiStepCheck'),
  first: null,
  loadForm: () => import('./form.tsx'),
  view: {
    kind: 'runs',
    hasErrorGroups: true,
    detailField: 'multiStepCheckResult',
    chart: {
      time: 'responseTime',
      band: bandOf('responseTime'),
      second: null,
      loadOwn: () => import('./charts.tsx'),
    },
    loadDetail: () => import('./result.tsx'),
  },
}
