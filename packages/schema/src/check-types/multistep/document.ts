import type { Rule } from '../../validation/annotations.ts'
import { runtimes } from '../../checks/runtime.ts'
import { testFileSchemas } from '../playwright/test-file-schemas.ts'

const runtimeRule: Rule = ({ runtimeId }) => {
  const runtime = runtimes.find(({ name }) => name === runtimeId)
  if (runtime === undefined || runtime.multiStepSupport) return []
  const able = runtimes.filter(({ multiStepSupport }) => multiStepSupport).map(({ name }) => name)
  return [{ path: 'runtimeId', message: `does not support multistep checks: ${able.join(', ')} do` }]
}

export const multistepCheck = testFileSchemas({
  checkType: 'MULTI_STEP',
  name: 'MultiStepCheck',
  rules: [runtimeRule],
})
