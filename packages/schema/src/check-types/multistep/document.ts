import type { Rule } from '../../validation/annotations.ts'
import { multiStepRuntimeIds, runtimeIds } from '../../checks/runtime.ts'
import { testFileSchemas } from '../playwright/test-file-schemas.ts'

const runtimeRule: Rule = ({ runtimeId }) => {
  const known = runtimeIds.find((id) => id === runtimeId)
  if (known === undefined || multiStepRuntimeIds.includes(known)) return []
  const able = multiStepRuntimeIds.join(', ')
  return [{ path: 'runtimeId', message: `does not support multistep checks: ${able} do` }]
}

export const multistepCheck = testFileSchemas({
  checkType: 'MULTI_STEP',
  name: 'MultiStepCheck',
  rules: [runtimeRule],
})
